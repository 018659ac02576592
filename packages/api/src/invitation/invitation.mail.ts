import { formatMoment } from '@tandem/shared/error/moment';
import type { Language } from '@tandem/shared/user/schema';
import { say } from '../core/language.ts';
import { renderMail } from '../core/mailer/html.ts';
import type { Platform } from '../core/platform.ts';
import { languageOfTeam } from '../team/team.preference.ts';
import { findInvitation, languagesFor } from './invitation.repo.ts';
import { invitationLink } from './invitation.token.ts';

/**
 * Mails an invitation in the language of whoever it is for, else the team's, else that of whoever invites. What was
 * accepted, withdrawn or ran out meanwhile is not mailed.
 * @throws AppError `unavailable` when the mail server does not take it
 */
export async function mailInvitation(platform: Platform, invitationId: string): Promise<void> {
  const { db } = platform.database;
  const invitation = await findInvitation(db, invitationId);
  if (!invitation || invitation.acceptedAt || invitation.endedAt || invitation.expiresAt < new Date()) return;
  const { email, inviter, team } = invitation;
  const { invited, inviting } = await languagesFor(db, email, invitation.inviterId);
  const language: Language = invited ?? (await languageOfTeam(db, invitation.teamId)) ?? inviting ?? 'en';
  const names = { inviter, team, host: new URL(platform.settings.publicUrl).host };
  // Where they live is unknown, and a bare date would be a day off for half the world.
  const until = formatMoment(invitation.expiresAt, language, 'UTC');
  await platform.mailer.send({
    to: email,
    subject: say(language, 'mail:invitation.subject', names),
    ...renderMail(language, say(language, 'mail:invitation.heading', names), [
      { kind: 'paragraph', text: say(language, 'mail:invitation.intro', names) },
      { kind: 'paragraph', text: say(language, 'mail:invitation.open') },
      { kind: 'paragraph', text: invitationLink(platform, invitationId) },
      { kind: 'note', text: say(language, 'mail:invitation.validity', { email, until }) },
    ]),
  });
}
