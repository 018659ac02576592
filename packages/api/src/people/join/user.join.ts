import type { Db } from '@tandem/db';
import type { Language } from '@tandem/shared/user/schema';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { say } from '../../core/language.ts';
import {
  type Account,
  accountByEmail,
  insertAccount,
  TOMBSTONE_DOMAIN,
  updateAccount,
} from '../../identity/user/user.repo.ts';
import { enterTeam } from './add-member.ts';
import { acceptAs, invitationFor, isAccepted, languageByInvitation } from './invitation.join.ts';
import { foundTeam } from './team.create.ts';
import { firstTeam, lockAddress, lockFirstAccount } from './user.join.repo.ts';

/** Admission of an address without an account. */
export type Admission =
  /** There is no account yet: it founds the first team. */
  | { kind: 'first' }
  /** It may join this team without an invitation. */
  | { kind: 'member'; teamId: string; language: Language | null }
  /** It has an open invitation, which takes precedence. */
  | { kind: 'invited'; invitationId: string }
  | { kind: 'closed' };

/**
 * Decides by open invitations, then by the first team's preference; `email` is in lower case and verified, or
 * about to be. Of several invitations the link's wins, else the newest.
 */
export async function admissionOf(db: Db, email: string, link?: string): Promise<Admission> {
  const team = await firstTeam(db);
  if (!team) return { kind: 'first' };
  const domain = email.slice(email.lastIndexOf('@') + 1);
  // No mailbox exists there: these are addresses of deleted accounts.
  if (domain === TOMBSTONE_DOMAIN) return { kind: 'closed' };
  const invitationId = await invitationFor(db, email, link);
  if (invitationId !== null) return { kind: 'invited', invitationId };
  const { registration, emailDomains } = team.preference;
  const welcome =
    registration === 'open' || emailDomains.some((allowed) => allowed.trim().toLowerCase() === domain);
  return welcome
    ? { kind: 'member', teamId: team.id, language: team.preference.language }
    : { kind: 'closed' };
}

export interface Newcomer {
  email: string;
  name: string;
  /** Null when not chosen: initial names are in the request's language. */
  language: Language | null;
  /** Whether they gave the set-up code, if the first account needs one. */
  setupProven: boolean;
  /** Token of the invitation link they came by, if any. */
  invitation?: string | undefined;
  /** How they proved their address, unless by a code or a third party. */
  proof?: 'mailedLink';
}

/**
 * Returns the account of a verified address, creating it if necessary, and the first team with the very first
 * account.
 * @param ctx its `db` is the transaction
 * @throws AppError `registrationClosed`, `setupCodeNeeded`, `invitationGone`, `invitationUsed`
 */
export async function findOrCreateAccount(ctx: Context, newcomer: Newcomer): Promise<Account> {
  const { db: tx } = ctx;
  const { email } = newcomer;
  const known = await accountByEmail(tx, email);
  if (known) return known;
  // A code and a third-party sign-in of one person may arrive together.
  await lockAddress(tx, email);
  return (await accountByEmail(tx, email)) ?? createAccount(ctx, newcomer);
}

/**
 * Makes the account of the address that an invitation was mailed to, in the team that it is for.
 * @param ctx its `db` is the transaction
 * @throws AppError `forbidden` for an address that has one, `invitationGone`, `invitationUsed`, `invitationExpired`
 */
export async function accountByInvitation(
  ctx: Context,
  invitation: { id: string; email: string; token: string },
  { name, language }: { name: string; language: Language | null },
): Promise<Account> {
  const { db: tx } = ctx;
  const { id, email, token } = invitation;
  await lockAddress(tx, email);
  if (await accountByEmail(tx, email))
    throw new AppError((await isAccepted(tx, id)) ? 'invitationUsed' : 'forbidden');
  const newcomer = {
    email,
    name,
    language,
    setupProven: false,
    invitation: token,
    proof: 'mailedLink',
  } as const;
  const account = await createAccount(ctx, newcomer);
  // It may have ended since it was read; the link must not admit them by another way.
  if (!(await isAccepted(tx, id))) throw new AppError('invitationGone');
  return account;
}

async function createAccount(ctx: Context, newcomer: Newcomer): Promise<Account> {
  const { db: tx, platform } = ctx;
  let admission = await admissionOf(tx, newcomer.email, newcomer.invitation);
  if (admission.kind === 'first') {
    // Another person may have founded the team meanwhile.
    await lockFirstAccount(tx);
    admission = await admissionOf(tx, newcomer.email, newcomer.invitation);
  }
  if (admission.kind === 'closed') throw new AppError('registrationClosed');
  const founds = admission.kind === 'first';
  if (founds && platform.setupCode !== null && !newcomer.setupProven) throw new AppError('setupCodeNeeded');

  const { email, name } = newcomer;
  const language = newcomer.language ?? ctx.language;
  const reads = newcomer.language ?? (await languageOfTeam(tx, admission)) ?? ctx.wantedLanguage ?? null;
  const account = await insertAccount(tx, { email, name, language: reads });
  const userId = account.id;
  if (admission.kind === 'first') {
    const team = say(language, 'common:starter.team', { name });
    await updateAccount(tx, userId, {
      currentTeamId: await foundTeam(ctx, { name: team, userId, language }),
    });
  } else if (admission.kind === 'invited')
    await acceptAs(ctx, admission.invitationId, account, newcomer.proof);
  else await enterTeam(ctx, tx, { teamId: admission.teamId, userId, role: 'member' });
  return account;
}

/** Returns the admitting team's default language. */
async function languageOfTeam(tx: Db, admission: Admission): Promise<Language | null> {
  if (admission.kind === 'member') return admission.language;
  return admission.kind === 'invited' ? languageByInvitation(tx, admission.invitationId) : null;
}
