import type { Db } from '@tandem/db';
import type { Language } from '@tandem/shared/user/schema';

/** An account's own columns. */
export interface Account {
  id: number;
  email: string;
  name: string;
  avatar: string;
  language: Language | null;
}

const accountColumns = ['id', 'email', 'name', 'avatar', 'language'] as const;

export async function accountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return db.selectFrom('user').select(accountColumns).where('email', '=', email).executeTakeFirst();
}

export async function accountById(db: Db, userId: number): Promise<Account | undefined> {
  return db.selectFrom('user').select(accountColumns).where('id', '=', userId).executeTakeFirst();
}

export async function accountByIdentity(
  db: Db,
  issuer: string,
  subject: string,
): Promise<Account | undefined> {
  return db
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.userId')
    .select(['user.id', 'user.email', 'user.name', 'user.avatar', 'user.language'])
    .where('identity.issuer', '=', issuer)
    .where('identity.subject', '=', subject)
    .executeTakeFirst();
}

export async function insertIdentity(
  db: Db,
  identity: { issuer: string; subject: string; userId: number },
): Promise<void> {
  await db.insertInto('identity').values(identity).execute();
}

export async function insertAccount(
  db: Db,
  account: Pick<Account, 'email' | 'name' | 'language'>,
): Promise<Account> {
  return db.insertInto('user').values(account).returning(accountColumns).executeTakeFirstOrThrow();
}

/** Changes the columns given; the others keep their value. */
export async function updateAccount(
  db: Db,
  userId: number,
  change: { name?: string | undefined; language?: Language | undefined; currentTeamId?: string | undefined },
): Promise<void> {
  await db.updateTable('user').set(change).where('id', '=', userId).execute();
}

/** A person's teams, suspended memberships included, in the order the teams were made. */
export async function membershipsOf(db: Db, userId: number) {
  return db
    .selectFrom('member')
    .innerJoin('team', 'team.id', 'member.teamId')
    .select(['member.teamId', 'team.name', 'member.role', 'member.suspendedAt'])
    .where('member.userId', '=', userId)
    .orderBy('team.number')
    .execute();
}
