import type { Db } from '@tandem/db';
import type { Language, UpdatePreference, UserPreference } from '@tandem/shared/user/schema';
import { sql } from 'kysely';
import { withSpelling } from '../../core/names.ts';

/** An account's own columns. */
export interface Account {
  id: number;
  email: string;
  name: string;
  avatar: string;
  language: Language | null;
  /** Their choices; the rest has the schema's defaults. */
  preference: Partial<UserPreference>;
}

/** Domain of deleted accounts' addresses, which no mail ever reaches. */
export const TOMBSTONE_DOMAIN = 'deleted.invalid';

const accountColumns = ['id', 'email', 'name', 'avatar', 'language', 'preference'] as const;

/** The living account of an address in lower case. */
export async function accountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('user')
    .select(accountColumns)
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** A living account. */
export async function accountById(db: Db, userId: number): Promise<Account | undefined> {
  return db
    .selectFrom('user')
    .select(accountColumns)
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** The account that a third party vouches for by this identity. */
export async function accountByIdentity(
  db: Db,
  issuer: string,
  subject: string,
): Promise<Account | undefined> {
  return db
    .selectFrom('identity')
    .innerJoin('user', 'user.id', 'identity.userId')
    .select(['user.id', 'user.email', 'user.name', 'user.avatar', 'user.language', 'user.preference'])
    .where('identity.issuer', '=', issuer)
    .where('identity.subject', '=', subject)
    .executeTakeFirst();
}

/** Links a person to a third-party identity. */
export async function insertIdentity(
  db: Db,
  identity: { issuer: string; subject: string; userId: number },
): Promise<void> {
  await db.insertInto('identity').values(identity).execute();
}

/** Deletes how a person signs in by third parties. */
export async function forgetPerson(tx: Db, { userId }: { userId: number }): Promise<void> {
  await tx.deleteFrom('identity').where('userId', '=', userId).execute();
}

/** Creates an account for a verified address without one. */
export async function insertAccount(
  db: Db,
  account: Pick<Account, 'email' | 'name' | 'language'>,
): Promise<Account> {
  return db
    .insertInto('user')
    .values(withSpelling(account, 'person'))
    .returning(accountColumns)
    .executeTakeFirstOrThrow();
}

/** Locks an account until the transaction ends. */
export async function lockAccount(tx: Db, userId: number): Promise<void> {
  await tx.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute();
}

/** Changes the given columns. */
export async function updateAccount(
  db: Db,
  userId: number,
  change: {
    name?: string | undefined;
    avatar?: string | undefined;
    language?: Language | null | undefined;
    currentTeamId?: string | undefined;
  },
): Promise<void> {
  await db.updateTable('user').set(withSpelling(change, 'person')).where('id', '=', userId).execute();
}

/**
 * Sets a person's language unless they chose one.
 * @returns whether it was set
 */
export async function suggestLanguage(db: Db, userId: number, language: Language): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ language })
    .where('id', '=', userId)
    .where('language', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Changes some of a person's choices in one statement, so that two tabs do not undo each other. */
export async function mergePreference(db: Db, userId: number, { mail }: UpdatePreference): Promise<void> {
  if (!mail) return;
  await sql`
    update "user" set "preference" = "preference" || jsonb_build_object(
      'mail', coalesce("preference" -> 'mail', '{}') || ${JSON.stringify(mail)}::jsonb
    ) where "id" = ${userId}
  `.execute(db);
}

/** A person's teams, suspended memberships included, in the order the teams were made. */
export async function membershipsOf(db: Db, userId: number) {
  return db
    .selectFrom('member')
    .innerJoin('team', 'team.id', 'member.teamId')
    .select([
      'member.teamId',
      'team.name',
      'team.logo',
      'team.preference',
      'member.role',
      'member.suspendedAt',
    ])
    .where('member.userId', '=', userId)
    .orderBy('team.number')
    .execute();
}
