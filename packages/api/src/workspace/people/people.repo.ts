import type { Db } from '@tandem/db';
import type { Person } from '@tandem/shared/user/schema';
import { sql } from 'kysely';
import { levelOfMember } from '../../access/policy/access.fragments.ts';
import type { NameCursor } from '../../core/cursor.ts';
import { nameHolds, nameKey } from '../../core/names.ts';

interface ReadersOptions {
  channelId: string;
  /** Part of a name. */
  query?: string | undefined;
  after: NameCursor | null;
  limit: number;
}

/** Returns active members and guests who can view a channel, by name, with their sort keys. */
export function findReaders(
  db: Db,
  { channelId, query = '', after, limit }: ReadersOptions,
): Promise<(Person & { sortName: string })[]> {
  let people = db
    .selectFrom('channel')
    .innerJoin('member', 'member.teamId', 'channel.teamId')
    .innerJoin('user', 'user.id', 'member.userId')
    .select(['user.id', 'user.name', 'user.avatar', nameKey('user').as('sortName')])
    .where('channel.id', '=', channelId)
    .where('member.suspendedAt', 'is', null)
    .where(levelOfMember(), '>', 0)
    .orderBy(nameKey('user'))
    .orderBy('user.id')
    .limit(limit);
  if (query !== '') people = people.where(nameHolds('user', query));
  if (after) {
    const [name, id] = after;
    people = people.where(sql<boolean>`(${nameKey('user')}, "user"."id") > (${name}::text, ${id}::integer)`);
  }
  return people.execute();
}
