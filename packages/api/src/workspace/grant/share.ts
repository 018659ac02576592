import { type Db, transaction } from '@tandem/db';
import { levelOf, levelRank } from '@tandem/shared/access/permissions';
import type {
  AccessPerson,
  GrantTarget,
  Invitee,
  PendingShare,
  ShareAnswer,
} from '@tandem/shared/grant/schema';
import { recordAudits } from '../../access/audit/audit.service.ts';
import { notify } from '../../content/notice/notice.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { relyOnMembers } from '../../identity/team/member.ts';
import { isFullMember } from '../../identity/team/team.policy.ts';
import { colleaguesSeenBy, roleIn } from '../../identity/team/team.service.ts';
import { announceAccess, nextTreeRevision } from '../../identity/team/tree-revision.ts';
import { countSend, inviteByMail } from '../invitation/invitation.service.ts';
import { grantsOn, isManaged, membersAmong, type NewGrant, upsertGrants } from './grant.repo.ts';
import { presentPeople } from './list.ts';
import { markShared } from './mark.ts';
import { listPending } from './pending.ts';
import { type LoadedTarget, targetFor } from './target.ts';

/** The invitees of a call: people of the team, and unknown addresses. */
interface Named {
  grants: NewGrant[];
  strangers: { email: string; level: number }[];
}

/**
 * Shares an app or channel with people, all or none: team members get a grant, other addresses are invited as
 * guests. Replaces existing grants.
 * @throws AppError `notFound` for a person who is not an active member, or whom a guest may not see;
 * `forbidden` for a guest who invites; `lastManager`
 */
export async function share(
  ctx: UserContext,
  target: LoadedTarget,
  input: GrantTarget & { users: readonly Invitee[] },
): Promise<ShareAnswer> {
  const { actor } = ctx;
  const byAddress = input.users.some(({ email }) => email !== undefined);
  if (byAddress) await countMails(ctx, target, input.users);
  return transaction(ctx.db, async (tx) => {
    // Suspending the actor withdraws their invitations: this one is either visible to that, or refused.
    if (byAddress) await relyOnMembers(tx, target.teamId);
    const { grants, strangers } = await tellApart(tx, ctx, target, input.users);
    // Invitations are locked before the team, as where they are accepted.
    const invited = await inviteAll(ctx, tx, target, strangers);
    const userIds = await writeGrants(ctx, tx, target, input, grants);
    // The person who shared may have lowered their own level.
    const now = await targetFor(tx, actor, input, 'view');
    return {
      people: await presentPeople(tx, actor, now, userIds),
      pending: invited.size > 0 ? await pendingAmong({ ...ctx, db: tx }, target.id, invited) : [],
    };
  });
}

/**
 * Sets one member's level, with or without an existing grant.
 * @throws AppError as `share` does
 */
export async function setGrant(
  ctx: UserContext,
  target: LoadedTarget,
  { userId, permission, ...named }: GrantTarget & { userId: number; permission: Invitee['permission'] },
): Promise<AccessPerson | null> {
  const { people } = await share(ctx, target, { ...named, users: [{ userId, permission }] });
  return people[0] ?? null;
}

/**
 * Before the transaction, since counting uses another connection.
 * @throws AppError as `share`, `tooManyRequests`
 */
async function countMails(ctx: UserContext, target: LoadedTarget, users: readonly Invitee[]): Promise<void> {
  const { strangers } = await tellApart(ctx.db, ctx, target, users);
  for (const _stranger of strangers) await countSend(ctx.platform, ctx.actor.userId);
}

async function tellApart(
  tx: Db,
  { actor }: UserContext,
  { teamId }: LoadedTarget,
  users: readonly Invitee[],
): Promise<Named> {
  const role = await roleIn(tx, actor, teamId);
  const seen = await colleaguesSeenBy(tx, actor, teamId, role);
  const found = await membersAmong(tx, teamId, {
    userIds: users.flatMap(({ userId }) => userId ?? []),
    emails: users.flatMap(({ email }) => email ?? []),
  });
  // To a guest, colleagues they may not see are like any other outsider.
  const members = seen ? found.filter(({ userId }) => seen.includes(userId)) : found;
  const byId = new Map(members.map((member) => [member.userId, member]));
  const byEmail = new Map(members.map((member) => [member.email, member]));
  const levels = new Map<number, number>();
  const strangers = new Map<string, number>();
  for (const { userId, email, permission } of users) {
    const member = email === undefined ? byId.get(userId ?? 0) : byEmail.get(email);
    const level = levelRank[permission];
    if (member && member.suspendedAt === null) levels.set(member.userId, level);
    else if (member || email === undefined) throw new AppError('notFound');
    else if (!isFullMember(role)) throw new AppError('forbidden');
    else strangers.set(email, level);
  }
  return {
    grants: [...levels].map(([userId, level]) => ({ userId, level })),
    strangers: [...strangers].map(([email, level]) => ({ email, level })),
  };
}

async function inviteAll(
  ctx: UserContext,
  tx: Db,
  { id, teamId }: LoadedTarget,
  strangers: Named['strangers'],
): Promise<Set<string>> {
  const inviterId = ctx.actor.userId;
  for (const { email, level } of strangers.toSorted((a, b) => (a.email < b.email ? -1 : 1))) {
    const grants = [{ targetId: id, level }];
    await inviteByMail(ctx, tx, { teamId, email, role: 'guest', inviterId, grants });
  }
  return new Set(strangers.map(({ email }) => email));
}

async function pendingAmong(
  ctx: Pick<UserContext, 'db' | 'platform'>,
  targetId: string,
  emails: ReadonlySet<string>,
): Promise<PendingShare[]> {
  return (await listPending(ctx, targetId)).filter(({ email }) => emails.has(email));
}

/**
 * Writes grants on a target, announces them to their holders' trees, and notifies first-time holders.
 * @returns the named people, changed or not
 */
async function writeGrants(
  ctx: UserContext,
  tx: Db,
  { teamId }: LoadedTarget,
  named: GrantTarget,
  grants: readonly NewGrant[],
): Promise<number[]> {
  const userIds = grants.map(({ userId }) => userId);
  if (grants.length === 0) return userIds;
  const { actor, platform } = ctx;
  const revision = await nextTreeRevision(tx, teamId);
  // Checked again under the lock: a manager who was just removed cannot share.
  const target = await targetFor(tx, actor, named, 'manage');
  const targetId = target.id;
  const held = await grantsOn(tx, targetId, userIds);
  const changed = grants.filter(({ userId, level }) => held.get(userId) !== level);
  if (changed.length === 0) return userIds;
  await upsertGrants(tx, { teamId, targetId, granterId: actor.userId }, changed);
  await recordAudits(
    tx,
    ctx,
    changed.map(({ userId, level }) => ({
      teamId,
      action: 'grant.set',
      target: { kind: target.kind, id: targetId },
      personId: userId,
      detail: { from: levelOf(held.get(userId) ?? 0), to: levelOf(level) },
    })),
  );
  const lowered = changed.some(
    ({ userId, level }) => held.get(userId) === levelRank.manage && level < levelRank.manage,
  );
  if (lowered && !(await isManaged(tx, target))) throw new AppError('lastManager');
  await announceAccess(platform, tx, teamId, { revision, userIds: changed.map(({ userId }) => userId) });
  await markShared(platform, tx, { teamId, targetId, revision });
  const place = target.kind === 'app' ? { appId: targetId } : { appId: target.appId, channelId: targetId };
  await notify(
    { db: tx, platform },
    changed
      .filter(({ userId }) => !held.has(userId))
      .map(({ userId }) => ({ userId, teamId, kind: 'share', actorId: actor.userId, ...place })),
  );
  return userIds;
}
