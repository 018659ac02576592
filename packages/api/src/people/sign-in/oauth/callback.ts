import { transaction } from '@tandem/db';
import { emailSchema } from '@tandem/shared/user/schema';
import * as oidc from 'openid-client';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { type HttpExchange, Redirect } from '../../../core/rest/row.ts';
import { setSessionCookie } from '../../../identity/session/cookie.ts';
import { presentSession } from '../../../identity/session/session.service.ts';
import { openSession } from '../open-session.ts';
import { accountForIdentity, type Identity } from '../user.identity.ts';
import { isOwnState } from './browser.ts';
import { failure } from './failure.ts';
import { takeState } from './oauth.repo.ts';
import { type OauthProvider, providerOf } from './providers.ts';
import { callbackUrlOf } from './start.ts';

/**
 * Completes a third-party sign-in and redirects to `/callback?returnTo=…`, or to `/callback?error=…`.
 * @throws AppError `notFound` for an unknown provider
 */
export async function finishOauth(ctx: Context, id: string, http: HttpExchange): Promise<Redirect> {
  const provider = providerOf(ctx.platform, id);
  try {
    const { identity, returnTo } = await identify(ctx, provider, http);
    const session = await transaction(ctx.db, async (db) => {
      const account = await accountForIdentity({ ...ctx, db }, identity);
      return openSession({ ...ctx, db }, account.id);
    });
    const { token } = await presentSession(ctx, session);
    setSessionCookie(http, token);
    return new Redirect(`/callback?${new URLSearchParams({ returnTo })}`);
  } catch (error) {
    return failure(ctx, provider.settings, error);
  }
}

/**
 * Checks that this browser started this sign-in, once, and asks the third party for the person's identity.
 */
async function identify(
  { db, platform }: Context,
  provider: OauthProvider,
  http: HttpExchange,
): Promise<{ identity: Identity; returnTo: string }> {
  const { id, name } = provider.settings;
  const url = new URL(callbackUrlOf(platform.settings.publicUrl, id));
  url.search = new URL(http.url, url).search;
  const state = url.searchParams.get('state') ?? '';
  if (!isOwnState(http, state)) throw new AppError('oauthFailed', { provider: name });
  const begun = await takeState(db, state, id);
  if (!begun) throw new AppError('oauthFailed', { provider: name });

  const tokens = await provider.exchange(url, {
    expectedState: state,
    expectedNonce: begun.nonce,
    pkceCodeVerifier: begun.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  // Issuer and subject are the identity: with an empty subject everyone would be one person.
  if (!claims || claims.sub.trim() === '') throw new AppError('oauthFailed', { provider: name });
  const about = await claimsWithEmail(provider, claims, tokens.access_token);
  return {
    identity: {
      issuer: claims.iss,
      subject: claims.sub,
      verifiedEmail: verifiedEmailOf(about),
      name: textOf(about.name) ?? textOf(about.preferred_username),
      provider: name,
    },
    returnTo: begun.returnTo,
  };
}

type Claims = Record<string, unknown>;

/** Many third parties return the address only for the access token. */
async function claimsWithEmail(
  provider: OauthProvider,
  claims: oidc.IDToken,
  accessToken: string,
): Promise<Claims> {
  if (claims.email !== undefined) return claims;
  const configuration = await provider.configuration();
  if (!configuration.serverMetadata().userinfo_endpoint) return claims;
  return { ...(await oidc.fetchUserInfo(configuration, accessToken, claims.sub)) };
}

/** Returns the address if the third party says it is verified; some say so as text. */
function verifiedEmailOf({ email, email_verified: verified }: Claims): string | null {
  if (verified !== true && verified !== 'true') return null;
  const parsed = emailSchema.safeParse(email);
  return parsed.success ? parsed.data : null;
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim.trim() !== '' ? claim : null;
}
