import { transaction } from '@tandem/db';
import type { CreateMember, RosterMember } from '@tandem/shared/team/roster';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { say } from '../../core/language.ts';
import { renderMail } from '../../core/mailer/html.ts';
import type { Platform } from '../../core/platform.ts';
import { languageOfTeam } from '../../identity/team/language.ts';
import { teamFacts } from '../../identity/team/member.repo.ts';
import { lockMembers, type OwnTeam, relyOnMembers } from '../../identity/team/member.ts';
import { invitableRoles } from '../../identity/team/team.policy.ts';
import { isOperator } from '../../identity/team/team.service.ts';
import { enterTeam } from '../../people/join/add-member.ts';
import { accountById, makeAccount } from '../../people/join/user.make.ts';
import { countSend, endOpenInvitation, inviteByMail } from '../../workspace/invitation/invitation.service.ts';
import { readMember } from './team.roster.ts';

/** Data of the welcome mail to a newcomer. */
export interface Welcome {
  teamId: string;
  userId: number;
  creatorId: number;
}

/**
 * Creates an account for an address and adds its person as a member. They sign in by a code to that address,
 * and get a mail where mail is set up. Only operators of the installation may learn which addresses have an
 * account; for other administrators every address is invited instead.
 * @returns null when the address was invited
 * @throws AppError `forbidden` for a role above the actor's, `alreadyMember`, `tooManyRequests`; to operators
 * `accountExists`
 */
export async function createMember(
  ctx: UserContext,
  team: OwnTeam,
  { email, name, role }: CreateMember,
): Promise<RosterMember | null> {
  const { actor, platform } = ctx;
  const { teamId } = team;
  if (!invitableRoles(team.role).includes(role)) throw new AppError('forbidden');
  await countSend(platform, actor.userId);
  if (!(await isOperator(ctx.db, actor))) {
    const invitee = { teamId, email, role, inviterId: actor.userId, grants: [] };
    await transaction(ctx.db, async (tx) => {
      await relyOnMembers(tx, teamId);
      await inviteByMail(ctx, tx, invitee);
    });
    return null;
  }
  const userId = await transaction(ctx.db, async (tx) => {
    await lockMembers(tx, teamId);
    const { id } = await makeAccount(tx, { email, name, teamId, language: await languageOfTeam(tx, teamId) });
    await enterTeam(ctx, tx, { teamId, userId: id, role, made: true });
    await endOpenInvitation(tx, teamId, email);
    const target = { kind: 'user', id };
    await recordAudit(tx, ctx, { teamId, action: 'member.create', target, detail: { role } });
    const welcome: Welcome = { teamId, userId: id, creatorId: actor.userId };
    if (platform.mailer.delivery === 'mail') await platform.jobs.enqueue(tx, 'team.welcome', { ...welcome });
    return id;
  });
  return readMember(ctx, team, userId);
}

/**
 * Mails a person that an account was created for them.
 * @throws AppError `unavailable` when the mail server refuses
 */
export async function mailWelcome(platform: Platform, { teamId, userId, creatorId }: Welcome): Promise<void> {
  const { db } = platform.database;
  const [account, creator] = await Promise.all([accountById(db, userId), accountById(db, creatorId)]);
  if (!account) return;
  const language = account.language ?? creator?.language ?? 'en';
  const names = {
    creator: creator?.name ?? '',
    team: (await teamFacts(db, teamId)).name,
    host: new URL(platform.settings.publicUrl).host,
    email: account.email,
  };
  await platform.mailer.send({
    to: account.email,
    subject: say(language, 'mail:welcome.subject', names),
    ...renderMail(language, say(language, 'mail:welcome.heading', names), [
      { kind: 'paragraph', text: say(language, 'mail:welcome.intro', names) },
      { kind: 'paragraph', text: new URL('/login', platform.settings.publicUrl).href },
      { kind: 'note', text: say(language, 'mail:welcome.how', names) },
    ]),
  });
}
