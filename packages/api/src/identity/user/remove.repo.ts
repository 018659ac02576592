import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { TOMBSTONE_DOMAIN } from './user.repo.ts';

/** Returns every team of a person, including those that suspended them, in a fixed order of locks. */
export async function teamIdsOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .select('teamId')
    .where('userId', '=', userId)
    .orderBy('teamId')
    .execute();
  return rows.map(({ teamId }) => teamId);
}

/** Empties a person's row and marks it as deleted; false when it was already. */
export async function entomb(tx: Db, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user')
    .set({
      name: '',
      email: `deleted-${userId}@${TOMBSTONE_DOMAIN}`,
      avatar: '',
      language: null,
      currentTeamId: null,
      preference: '{}',
      deletedAt: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
