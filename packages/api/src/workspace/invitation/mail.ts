import { levelOf } from '@tandem/shared/access/permissions';
import { formatMoment } from '@tandem/shared/error/moment';
import type { Language } from '@tandem/shared/user/schema';
import { say } from '../../core/language.ts';
import { type MailBlock, renderMail } from '../../core/mailer/html.ts';
import { plainName } from '../../core/mailer/plain-name.ts';
import type { Platform } from '../../core/platform.ts';
import { languageOfTeam } from '../../identity/team/language.ts';
import { findInvitation, keepMailedHash, languagesFor, type ToldInvitation } from './invitation.repo.ts';
import { type InvitationTarget, targetsOf } from './target.repo.ts';
import { mailedLink } from './token.ts';

/** Things that are named one by one. */
const NAMED = 10;

/**
 * Mails an invitation with its targets and role, in the recipient's language, else the team's, else the
 * inviter's. The link is shown nowhere else. Skips invitations accepted, withdrawn or expired meanwhile.
 * @throws AppError `unavailable` when the mail server refuses
 */
export async function mailInvitation(platform: Platform, invitationId: string): Promise<void> {
  const { db } = platform.database;
  const invitation = await findInvitation(db, invitationId);
  if (!invitation || invitation.acceptedAt || invitation.endedAt || invitation.expiresAt < new Date()) return;
  const { email, inviterId, teamId } = invitation;
  const { invited, inviting } = await languagesFor(db, email, inviterId);
  const language: Language = invited ?? (await languageOfTeam(db, teamId)) ?? inviting ?? 'en';
  const targets = await targetsOf(db, invitationId);
  const { link, hash } = mailedLink(platform, invitation);
  await keepMailedHash(db, invitationId, hash);
  const host = new URL(platform.settings.publicUrl).host;
  // Their time zone is unknown, and a bare date would be a day off for half the world.
  const until = formatMoment(invitation.expiresAt, language, 'UTC');
  await platform.mailer.send({
    to: email,
    subject: subjectOf(language, invitation, targets),
    ...renderMail(language, say(language, 'mail:invitation.heading', bodyNames(invitation)), [
      {
        kind: 'paragraph',
        text: say(language, 'mail:invitation.intro', {
          ...bodyNames(invitation),
          host,
          role: say(language, `mail:invitation.as.${invitation.role}`),
        }),
      },
      ...targetBlocks(language, targets),
      { kind: 'paragraph', text: say(language, 'mail:invitation.open') },
      { kind: 'paragraph', text: link },
      { kind: 'note', text: say(language, 'mail:invitation.validity', { email, until }) },
    ]),
  });
}

function subjectOf(
  language: Language,
  { inviter, team }: ToldInvitation,
  targets: readonly InvitationTarget[],
): string {
  const [only] = targets;
  if (!only || targets.length > 1) return say(language, 'mail:invitation.subject', { inviter, team });
  return say(language, 'mail:invitation.subjectTo', { inviter, what: nameOf(language, only) });
}

function bodyNames({ inviter, team }: ToldInvitation) {
  return { inviter: plainName(inviter), team: plainName(team) };
}

/** One line per target: its name, type and permission. */
function targetBlocks(language: Language, targets: readonly InvitationTarget[]): MailBlock[] {
  const lines = targets.slice(0, NAMED).map((target) =>
    say(language, `mail:invitation.to.${kindOf(target)}`, {
      what: plainName(nameOf(language, target)),
      may: say(language, `mail:invitation.may.${levelOf(target.level) as 'view'}`),
    }),
  );
  if (targets.length > NAMED)
    lines.push(say(language, 'mail:notice.more', { count: targets.length - NAMED }));
  return lines.map((text) => ({ kind: 'quote', text }));
}

function kindOf({ channelId, channelKind }: InvitationTarget): 'app' | 'document' | 'channel' {
  if (channelId === null) return 'app';
  return channelKind === 'document' ? 'document' : 'channel';
}

function nameOf(language: Language, target: InvitationTarget): string {
  return target.name || say(language, `mail:invitation.untitled.${kindOf(target)}`);
}
