import type { Db } from '@tandem/db';

/** Returns the app in which a turn runs; null when it is gone. */
export async function findAppOf(db: Db, channelId: string): Promise<string | null> {
  const channel = await db
    .selectFrom('channel')
    .select('appId')
    .where('id', '=', channelId)
    .executeTakeFirst();
  return channel?.appId ?? null;
}
