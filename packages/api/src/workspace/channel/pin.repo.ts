import type { Db } from '@tandem/db';

/** Pins a channel for a person, or takes the pin away; either again changes nothing. */
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
