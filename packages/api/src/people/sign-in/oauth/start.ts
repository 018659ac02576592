import * as oidc from 'openid-client';
import type { Context } from '../../../core/context.ts';
import { limitByAddress } from '../../../core/limits/limit-calls.ts';
import { type HttpExchange, Redirect } from '../../../core/rest/row.ts';
import { oauthStarts } from '../limits.ts';
import { boundState, browserKey } from './browser.ts';
import { failure } from './failure.ts';
import { putState } from './oauth.repo.ts';
import { providerOf } from './providers.ts';
import { ownPath } from './return-path.ts';

/** Seconds within which a person must come back from the third party. */
const LIFETIME_S = 10 * 60;

/**
 * Redirects to a third party. Failures after the provider is known redirect to `/callback?error=…`.
 * @throws AppError `notFound` for an unknown provider
 */
export async function startOauth(
  ctx: Context,
  { id, returnTo }: { id: string; returnTo?: string | undefined },
  http: HttpExchange,
): Promise<Redirect> {
  const { db, platform } = ctx;
  const provider = providerOf(platform, id);
  try {
    await limitByAddress(ctx, oauthStarts);
    const configuration = await provider.configuration();
    const verifier = oidc.randomPKCECodeVerifier();
    const nonce = oidc.randomNonce();
    const state = boundState(browserKey(http, LIFETIME_S));
    await putState(db, { state, providerId: id, verifier, nonce, returnTo: ownPath(returnTo) }, LIFETIME_S);
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrlOf(platform.settings.publicUrl, id),
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return new Redirect(url.href);
  } catch (error) {
    return failure(ctx, provider.settings, error);
  }
}

/** Returns the callback address: built from the configured origin, never from a request's Host. */
export function callbackUrlOf(publicUrl: string, id: string): string {
  return `${publicUrl}/api/oauth/${encodeURIComponent(id)}/callback`;
}
