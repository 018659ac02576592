import type { Db } from '@tandem/db';

/** Pins or unpins a channel for a person; idempotent. */
export async function writePin(
  db: Db,
  { channelId, userId, pinned }: { channelId: string; userId: number; pinned: boolean },
): Promise<void> {
  if (pinned)
    await db
      .insertInto('channel_pin')
      .values({ channelId, userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .deleteFrom('channel_pin')
      .where('channelId', '=', channelId)
      .where('userId', '=', userId)
      .execute();
}
