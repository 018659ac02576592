import type { Db } from '@tandem/db';

/** Counts what a channel has of messages, stored and waiting, and of turns. */
export async function countsIn(db: Db, channelId: string) {
  const count = async (table: 'message' | 'turn' | 'queued_message') => {
    const { n } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('channelId', '=', channelId)
      .executeTakeFirstOrThrow();
    return n;
  };
  return {
    messages: await count('message'),
    turns: await count('turn'),
    queued: await count('queued_message'),
  };
}
