import type { Db } from '@tandem/db';
import { levelOfMember } from '../../access/policy/access.fragments.ts';

/** Returns those of these people who can view a channel, with their names. */
export function readersAmong(
  db: Db,
  channelId: string,
  userIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('channel')
    .innerJoin('member', 'member.teamId', 'channel.teamId')
    .innerJoin('user', 'user.id', 'member.userId')
    .select(['user.id', 'user.name'])
    .where('channel.id', '=', channelId)
    .where('member.userId', 'in', userIds)
    .where('member.suspendedAt', 'is', null)
    .where(levelOfMember(), '>', 0)
    .execute();
}

/** Returns a message and its earlier wordings: same author, same position in the tree. */
export async function wordingsOf(db: Db, messageId: string): Promise<string[]> {
  const now = await db
    .selectFrom('message')
    .select(['channelId', 'parentId', 'authorId'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('message')
    .select('id')
    .where('channelId', '=', now.channelId)
    .where('parentId', now.parentId === null ? 'is' : '=', now.parentId)
    .where('authorId', '=', now.authorId)
    .execute();
  return rows.map(({ id }) => id);
}
