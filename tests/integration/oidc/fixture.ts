import { type OidcServer, startOidcServer } from '../../fakes/oidc/server.ts';
import { type OwnServer, startTestServer } from '../harness/server.ts';
import type { Browser } from '../session/browser.ts';
import { signUp } from '../session/people.ts';

export const client = { clientId: 'tandem', clientSecret: 'a secret between two servers' };

/** A server with an owner, two OpenID providers that answer, and one that does not. */
export interface OidcFixture {
  server: OwnServer;
  corp: OidcServer;
  lab: OidcServer;
  close(): Promise<void>;
}

export async function openOidcFixture(): Promise<OidcFixture> {
  const server = await startTestServer();
  const redirectUris = ['corp', 'lab'].map((id) => `${server.url}/api/oauth/${id}/callback`);
  // One takes the client's secret in a header only, the other in the body only.
  const corp = await startOidcServer({ ...client, redirectUris });
  const lab = await startOidcServer({
    ...client,
    redirectUris,
    authMethod: 'client_secret_post',
    claimsInIdToken: true,
  });
  // Issuer and server must know each other's address, so the one is told after both have begun.
  server.platform.settings.oidc = [
    { id: 'corp', name: 'Corp & Söhne', issuer: corp.issuer, ...client },
    { id: 'lab', name: 'Lab', issuer: lab.issuer, ...client },
    { id: 'late', name: 'Late', issuer: 'http://127.0.0.1:1', ...client },
  ];
  await signUp(server, 'owner@example.com', 'Olive');
  return {
    server,
    corp,
    lab,
    async close() {
      await server.close();
      await Promise.all([corp.close(), lab.close()]);
    },
  };
}

export const isPage = (url: URL) => url.pathname === '/callback';
const isReturn = (url: URL) => url.pathname.startsWith('/api/oauth/') && url.pathname.endsWith('/callback');
export const parameters = (url: URL) => Object.fromEntries(url.searchParams);
export const profile = async (browser: Browser) =>
  (await browser.get<{ id: number; email: string; name: string }>('/api/user/profile')).data;

/** Signs in through a provider as a page would, up to our own `/callback`. */
export async function through(browser: Browser, id: string, returnTo?: string): Promise<URL> {
  const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
  return (await browser.follow(`/api/oauth/${id}/start${query}`, isPage)).url;
}

/** Goes to the provider and stops before coming back; answers the address that leads back. */
export async function untilReturn(browser: Browser, id: string): Promise<URL> {
  return (await browser.follow(`/api/oauth/${id}/start`, isReturn)).url;
}

/** Brings a browser back with an address, and answers where it is sent. */
export async function comeBack(browser: Browser, url: URL): Promise<URL> {
  const answer = await browser.get(url.href);
  return new URL(answer.location ?? '', browser.base);
}
