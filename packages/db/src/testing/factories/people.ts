import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database.ts';
import type { MemberTable, TeamTable } from '../../tables/team.ts';
import type { UserTable } from '../../tables/user.ts';

/** A person with a unique address. */
export function makeUser(
  db: Db,
  values: Partial<Insertable<UserTable>> = {},
): Promise<Selectable<UserTable>> {
  return db
    .insertInto('user')
    .values({ email: `${randomUUID()}@example.test`, name: 'Ada Example', ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A team without members. */
export function makeTeam(
  db: Db,
  values: Partial<Insertable<TeamTable>> = {},
): Promise<Selectable<TeamTable>> {
  return db
    .insertInto('team')
    .values({ name: 'Example team', preference: '{}', ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes a person a member of a team, and the team the one that their sessions are in, now and later. */
export async function makeMember(
  db: Db,
  values: Pick<Insertable<MemberTable>, 'teamId' | 'userId'> & Partial<Insertable<MemberTable>>,
): Promise<Selectable<MemberTable>> {
  const member = await db
    .insertInto('member')
    .values({ role: 'member', ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('user')
    .set({ currentTeamId: values.teamId })
    .where('id', '=', values.userId)
    .execute();
  await db
    .updateTable('session')
    .set({ teamId: values.teamId })
    .where('userId', '=', values.userId)
    .execute();
  return member;
}
