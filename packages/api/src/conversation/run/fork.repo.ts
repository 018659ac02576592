import type { Db } from '@tandem/db';

/** Returns the place of a message in its channel. */
export async function findSeq(db: Db, messageId: string): Promise<number> {
  const found = db.selectFrom('message').select('seq').where('id', '=', messageId);
  return (await found.executeTakeFirstOrThrow()).seq;
}

/** Returns the last message of a channel that has some. */
export async function findLastMessage(db: Db, channelId: string): Promise<string> {
  const found = db
    .selectFrom('message')
    .select('id')
    .where('channelId', '=', channelId)
    .orderBy('seq', 'desc')
    .limit(1);
  return (await found.executeTakeFirstOrThrow()).id;
}
