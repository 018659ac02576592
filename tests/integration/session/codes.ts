import { type OwnServer, startTestServer } from '../harness/server.ts';
import { type Answer, Browser } from './browser.ts';
import { codeFor, openRegistration, type SignedIn } from './people.ts';

/** A client at one address. */
export interface Client {
  ask(email: string): Promise<Answer>;
  redeem(email: string, code: string): Promise<Answer>;
}

/** A server at which anybody may register, asked for codes from any address. */
export interface CodeFixture {
  server: OwnServer;
  browser: Browser;
  /** An address that nobody used yet. */
  newAddress(): string;
  ask(email: unknown, more?: object): Promise<Answer>;
  redeem(email: unknown, code: unknown): Promise<Answer<SignedIn>>;
  at(ip: string): Client;
}

export async function openCodeFixture(): Promise<CodeFixture> {
  const server = await startTestServer({ settings: { trustProxy: 1 } });
  const browser = new Browser(server.url);
  const email = 'owner@example.com';
  const code = await codeFor(server, email);
  const { setupCode } = server.platform;
  await browser.post('/api/user/register', { email, code, name: 'Olive', setupCode });
  await openRegistration(server);
  let people = 0;
  return {
    server,
    browser,
    newAddress: () => `person${++people}@example.com`,
    ask: (to, more = {}) => browser.post('/api/user/sendEmailCode', { email: to, ...more }),
    redeem: (from, given) => browser.post<SignedIn>('/api/user/login', { email: from, code: given }),
    at(ip) {
      const headers = { 'x-forwarded-for': ip };
      return {
        ask: (to) => browser.post('/api/user/sendEmailCode', { email: to }, headers),
        redeem: (from, given) =>
          new Browser(server.url).post('/api/user/login', { email: from, code: given }, headers),
      };
    },
  };
}

/** Another code than the right one. */
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
