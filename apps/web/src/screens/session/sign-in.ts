import type { CodeDelivery, JoinByInvitation, OauthSupport } from '@tandem/shared/session/schema';
import type { Language } from '@tandem/shared/user/schema';
import * as z from 'zod';
import { fetchProfile, readSignedIn, takeProfile } from '../../entities/session/profile.ts';
import { request } from '../../lib/request.ts';
import { storeBearer } from '../../lib/session/bearer.ts';

/** Signing in here stays on the page's own origin, whatever the hosted site is. */
const here = { base: '', bearer: null, guest: true } as const;

/**
 * Sends a code to the address.
 * @returns how it travels
 * @throws RequestError `tooManyCodes`, and as `request` does
 */
export async function sendCode(email: string, language: Language): Promise<CodeDelivery> {
  const answer = await request('POST', '/api/user/sendEmailCode', { ...here, body: { email, language } });
  return z.object({ delivery: z.enum(['mail', 'console']) }).parse(answer).delivery;
}

/** @throws RequestError `wrongCode`, `noAccount` (the code stays good for registering), `suspended` */
export async function signIn(email: string, code: string): Promise<void> {
  takeProfile(readSignedIn(await request('POST', '/api/user/login', { ...here, body: { email, code } })));
}

export interface Registration {
  email: string;
  code: string;
  name: string;
  setupCode?: string;
  /** Only when it was chosen; otherwise the account follows each browser. */
  language?: Language;
  /** Token of the invitation by whose link the person came. */
  invitation?: string;
}

/** @throws RequestError `wrongCode`, `wrongSetupCode`, `setupCodeNeeded`, `registrationClosed` */
export async function register(registration: Registration): Promise<void> {
  takeProfile(readSignedIn(await request('POST', '/api/user/register', { ...here, body: registration })));
}

/**
 * Joins by the link that an invitation was mailed with.
 * @throws RequestError `invitationUsed`, `invitationExpired`, `invitationGone`, `noAccount` without a name, `suspended`
 */
export async function joinByInvitation(body: JoinByInvitation): Promise<void> {
  takeProfile(readSignedIn(await request('POST', '/api/user/joinByInvitation', { ...here, body })));
}

/**
 * Signs in with a token that came from elsewhere, if this server accepts it.
 * @returns whether it did
 */
export async function signInWithToken(token: string): Promise<boolean> {
  try {
    takeProfile(await fetchProfile(token));
  } catch (error) {
    console.error('This server does not accept the token', error);
    return false;
  }
  await storeBearer(token);
  return true;
}

const supportSchema: z.ZodType<OauthSupport[]> = z.array(
  z.object({ id: z.string(), name: z.string(), icon: z.string(), authorizeUrl: z.string() }),
);

/** The third-party ways to sign in. */
export async function loadOauthSupport(): Promise<OauthSupport[]> {
  return supportSchema.parse(await request('GET', '/api/oauth/support', here));
}
