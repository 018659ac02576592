import type { Db } from '@tandem/db';
import type { InvitationTable } from '@tandem/db/tables/invitation';
import type { TeamRole } from '@tandem/shared/team/schema';
import type { Language } from '@tandem/shared/user/schema';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { stillGiven } from './fragments.ts';

/** An invitation's own row. */
export type InvitationRow = Selectable<InvitationTable>;

/** Neither accepted nor ended; possibly expired. */
const isOpen = sql<SqlBool>`("invitation"."acceptedAt" is null and "invitation"."endedAt" is null)`;
const isFresh = sql<SqlBool>`"invitation"."expiresAt" > now()`;

const daysFromNow = (days: number) => sql<Date>`now() + make_interval(days => ${days})`;

/** The open invitation of an address to a team, held until the transaction ends. */
export async function lockOpenInvitation(
  tx: Db,
  teamId: string,
  email: string,
): Promise<InvitationRow | undefined> {
  return tx
    .selectFrom('invitation')
    .selectAll()
    .where('teamId', '=', teamId)
    .where('email', '=', email)
    .where(isOpen)
    .forUpdate()
    .executeTakeFirst();
}

export interface NewInvitation {
  id: string;
  teamId: string;
  email: string;
  role: TeamRole;
  inviterId: number;
  tokenHash: Buffer;
  days: number;
}

/** Inserts an invitation; false when one of that address is open already. */
export async function insertInvitation(tx: Db, { days, ...values }: NewInvitation): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('invitation')
    .values({ ...values, expiresAt: daysFromNow(days) })
    .onConflict((conflict) =>
      conflict
        .columns(['teamId', 'email'])
        .where('acceptedAt', 'is', null)
        .where('endedAt', 'is', null)
        .doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Extends an open invitation to this many days from now, or its present expiry if later. */
export async function renewInvitation(
  tx: Db,
  invitationId: string,
  { days, ...values }: { role?: TeamRole; inviterId?: number; days: number },
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ ...values, expiresAt: sql<Date>`greatest("expiresAt", ${daysFromNow(days)})` })
    .where('id', '=', invitationId)
    .execute();
}

/** Adds access to an invitation, replacing its former access to the same targets. */
export async function addInvitationGrants(
  tx: Db,
  invitationId: string,
  granterId: number,
  grants: readonly { targetId: string; level: number }[],
): Promise<void> {
  if (grants.length === 0) return;
  await sql`
    insert into "invitation_grant" ("invitationId", "targetId", "level", "granterId")
    select ${invitationId}, "given"."targetId", max("given"."level"), ${granterId}::integer
    from unnest(${grants.map(({ targetId }) => targetId)}::uuid[], ${grants.map(({ level }) => level)}::smallint[])
      as "given" ("targetId", "level")
    group by "given"."targetId"
    on conflict ("invitationId", "targetId") do update set
      "level" = excluded."level", "granterId" = excluded."granterId"
  `.execute(tx);
}

/** Withdraws or declines an invitation; false when it was no longer open. */
export async function endInvitation(tx: Db, invitationId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set({ endedAt: sql<Date>`now()` })
    .where('id', '=', invitationId)
    .where(isOpen)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether an address belongs to a member of a team, including suspended ones. */
export async function isMemberAddress(db: Db, teamId: string, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.userId')
    .select('member.userId')
    .where('member.teamId', '=', teamId)
    .where('user.email', '=', email)
    .executeTakeFirst();
  return found !== undefined;
}

/** The account of an address, if it has one. */
export async function accountIdOf(db: Db, email: string): Promise<number | null> {
  const found = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  return found?.id ?? null;
}

/** An invitation with the names its mail and pages show. */
export interface ToldInvitation extends InvitationRow {
  team: string;
  inviter: string;
}

/** Invitations with the names that go with them. */
export function toldInvitations(db: Db) {
  return db
    .selectFrom('invitation')
    .innerJoin('team', 'team.id', 'invitation.teamId')
    .innerJoin('user', 'user.id', 'invitation.inviterId')
    .selectAll('invitation')
    .select(['team.name as team', 'user.name as inviter']);
}

/** An invitation by its id, be it open or not. */
export async function findInvitation(db: Db, invitationId: string): Promise<ToldInvitation | undefined> {
  return toldInvitations(db).where('invitation.id', '=', invitationId).executeTakeFirst();
}

/** The invitation of a link, copied or mailed, be it open or not. */
export async function invitationByHash(db: Db, hash: Buffer): Promise<ToldInvitation | undefined> {
  return toldInvitations(db)
    .where((eb) => eb.or([eb('invitation.tokenHash', '=', hash), eb('invitation.mailedHash', '=', hash)]))
    .executeTakeFirst();
}

/** Stores the hash by which the mailed link is recognised. */
export async function keepMailedHash(db: Db, invitationId: string, mailedHash: Buffer): Promise<void> {
  await db.updateTable('invitation').set({ mailedHash }).where('id', '=', invitationId).execute();
}

/** Returns an address's open and unexpired invitations, newest first. */
export function freshInvitationsOf(db: Db, email: string): Promise<ToldInvitation[]> {
  return toldInvitations(db)
    .where('invitation.email', '=', email)
    .where(isOpen)
    .where(isFresh)
    .orderBy('invitation.createdAt', 'desc')
    .orderBy('invitation.id')
    .execute();
}

/** Open invitations of a team, newest first, after the one that is named. */
export function openInvitations(
  db: Db,
  teamId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ToldInvitation[]> {
  let query = toldInvitations(db).where('invitation.teamId', '=', teamId).where(isOpen);
  if (cursor)
    query = query.where(
      sql<SqlBool>`("invitation"."createdAt", "invitation"."id") < (
        select "last"."createdAt", "last"."id" from "invitation" as "last"
        where "last"."id" = ${cursor} and "last"."teamId" = ${teamId}
      )`,
    );
  return query
    .orderBy('invitation.createdAt', 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(limit)
    .execute();
}

/** Locks an invitation until the transaction ends. */
export async function lockInvitation(tx: Db, invitationId: string): Promise<InvitationRow | undefined> {
  return tx
    .selectFrom('invitation')
    .selectAll()
    .where('id', '=', invitationId)
    .forUpdate()
    .executeTakeFirst();
}

/** Uses an invitation up. */
export async function markAccepted(tx: Db, invitationId: string): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ acceptedAt: sql<Date>`now()` })
    .where('id', '=', invitationId)
    .execute();
}

/**
 * Returns the access an invitation gives: to existing targets that its giver still manages. Otherwise people
 * could invite their own addresses to regain lost access.
 */
export function grantsOfInvitation(
  db: Db,
  invitationId: string,
): Promise<{ targetId: string; level: number; granterId: number }[]> {
  return db
    .selectFrom('invitation_grant')
    .select(['invitation_grant.targetId', 'invitation_grant.level', 'invitation_grant.granterId'])
    .where('invitation_grant.invitationId', '=', invitationId)
    .where(stillGiven())
    .orderBy('invitation_grant.targetId')
    .execute();
}

/** Ends a person's invitations in a team, except for these roles. */
export async function endInvitationsBy(
  tx: Db,
  teamId: string,
  inviterId: number,
  keptRoles: readonly TeamRole[],
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ endedAt: sql<Date>`now()` })
    .where('teamId', '=', teamId)
    .where('inviterId', '=', inviterId)
    .where(isOpen)
    .$if(keptRoles.length > 0, (update) => update.where('role', 'not in', keptRoles))
    .execute();
}

/** The language chosen by the account of the invited address, and by the inviter. */
export async function languagesFor(
  db: Db,
  email: string,
  inviterId: number,
): Promise<{ invited: Language | null; inviting: Language | null }> {
  const rows = await db
    .selectFrom('user')
    .select(['id', 'email', 'language'])
    .where((eb) => eb.or([eb('email', '=', email), eb('id', '=', inviterId)]))
    .execute();
  return {
    invited: rows.find((row) => row.email === email)?.language ?? null,
    inviting: rows.find((row) => row.id === inviterId)?.language ?? null,
  };
}

/** A person's own address. */
export function addressOf(db: Db, userId: number): Promise<{ id: number; email: string }> {
  return db.selectFrom('user').select(['id', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Deletes the invitations to a person, accepted ones too: their address would still name them. */
export async function forgetPerson(tx: Db, { email }: { email: string }): Promise<void> {
  await tx.deleteFrom('invitation').where('email', '=', email).execute();
}
