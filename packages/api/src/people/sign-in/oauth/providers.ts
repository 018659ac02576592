import * as oidc from 'openid-client';
import { AppError } from '../../../core/errors.ts';
import { createGuardedFetch } from '../../../core/fetch/guarded-fetch.ts';
import { perProcess } from '../../../core/per-process.ts';
import type { Platform } from '../../../core/platform.ts';
import type { OidcSettings, Settings } from '../../../core/settings.ts';
import { steadyMs } from '../../../core/timing/steady.ts';

/** Seconds to wait for a third party. */
const TIMEOUT_S = 10;
/** Milliseconds before a third party's discovery document is read again. */
const DISCOVERY_LIFETIME_MS = 60 * 60 * 1_000;

/** A third-party sign-in provider. */
export interface OauthProvider {
  settings: OidcSettings;
  /** Its endpoints and our part in them; read on first use, and again after a failure. */
  configuration(): Promise<oidc.Configuration>;
  /**
   * Trades the code in `callbackUrl` for tokens, after checking state, nonce and PKCE, and the signature of the ID token
   * by the keys that the third party publishes.
   */
  exchange(
    callbackUrl: URL,
    checks: oidc.AuthorizationCodeGrantChecks,
  ): ReturnType<typeof oidc.authorizationCodeGrant>;
}

const providersOf = perProcess(({ settings }) => makeProviders(settings));

/** @throws AppError `notFound` for an id that is not configured */
export function providerOf(platform: Platform, id: string): OauthProvider {
  const provider = providersOf(platform).get(id);
  if (!provider || platform.values.current.disabledProviders.includes(id)) throw new AppError('notFound');
  return provider;
}

function makeProviders({ oidc: configured }: Pick<Settings, 'oidc'>): Map<string, OauthProvider> {
  // An operator may run an issuer in a private network; nothing else there is reachable, even if the issuer
  // names it.
  const guarded = createGuardedFetch({ allowPrivateHosts: configured.map(({ issuer }) => issuer) });
  const fetch: oidc.CustomFetch = (url, options) =>
    guarded.providerFetch(url)(url, { ...options, body: options.body as BodyInit });
  return new Map(configured.map((settings) => [settings.id, makeProvider(settings, fetch)]));
}

function makeProvider(settings: OidcSettings, fetch: oidc.CustomFetch): OauthProvider {
  const { issuer, clientId, clientSecret } = settings;
  const insecure = new URL(issuer).protocol === 'http:';
  /** Client authentication: most accept the secret in the body, some only in a header. */
  let authentication = oidc.ClientSecretPost(clientSecret);
  let discovered: { configuration: Promise<oidc.Configuration>; at: number } | null = null;

  function configuration(): Promise<oidc.Configuration> {
    if (discovered && steadyMs() - discovered.at < DISCOVERY_LIFETIME_MS) return discovered.configuration;
    const configuration = oidc.discovery(new URL(issuer), clientId, clientSecret, authentication, {
      [oidc.customFetch]: fetch,
      timeout: TIMEOUT_S,
      // Verifies signatures in any case: without TLS nothing vouches for the token endpoint, and a proxy may
      // terminate TLS.
      execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
    });
    const mine = { configuration, at: steadyMs() };
    discovered = mine;
    configuration.catch(() => {
      if (discovered === mine) discovered = null;
    });
    return configuration;
  }

  return {
    settings,
    configuration,
    async exchange(callbackUrl, checks) {
      try {
        return await oidc.authorizationCodeGrant(await configuration(), callbackUrl, checks);
      } catch (error) {
        if (!isUnknownClient(error)) throw error;
        authentication = oidc.ClientSecretBasic(clientSecret);
        discovered = null;
        return oidc.authorizationCodeGrant(await configuration(), callbackUrl, checks);
      }
    },
  };
}

/** Whether the third party rejected our client authentication, which leaves the code valid. */
function isUnknownClient(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.error === 'invalid_client';
  return error instanceof oidc.WWWAuthenticateChallengeError && error.status === 401;
}
