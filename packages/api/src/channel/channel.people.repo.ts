import type { Db } from '@tandem/db';
import type { Person } from '@tandem/shared/user/schema';
import { sql } from 'kysely';
import { levelOfMember } from '../access/access.fragments.ts';
import type { NameCursor } from '../core/cursor.ts';

interface ReadersOptions {
  channelId: string;
  /** Part of a name. */
  query?: string | undefined;
  after: NameCursor | null;
  limit: number;
}

/** Active members and guests who can view a channel, by name, each with what the list is ordered by. */
export function findReaders(
  db: Db,
  { channelId, query = '', after, limit }: ReadersOptions,
): Promise<(Person & { sortName: string })[]> {
  let people = db
    .selectFrom('channel')
    .innerJoin('member', 'member.teamId', 'channel.teamId')
    .innerJoin('user', 'user.id', 'member.userId')
    .select(['user.id', 'user.name', 'user.avatar', sql<string>`lower("user"."name")`.as('sortName')])
    .where('channel.id', '=', channelId)
    .where('member.suspendedAt', 'is', null)
    .where(levelOfMember(), '>', 0)
    .orderBy(sql`lower("user"."name")`)
    .orderBy('user.id')
    .limit(limit);
  const part = query.toLowerCase();
  if (part !== '') people = people.where(sql<boolean>`strpos(lower("user"."name"), ${part}) > 0`);
  if (after) {
    const [name, id] = after;
    people = people.where(
      sql<boolean>`(lower("user"."name"), "user"."id") > (${name}::text, ${id}::integer)`,
    );
  }
  return people.execute();
}
