import type { Profile } from '@tandem/shared/user/schema';
import type { TestServer } from '../harness/server.ts';
import { Browser } from './browser.ts';

/** The response to signing in. */
export interface SignedIn {
  token: string;
  user: Profile;
}

/** Requests a code and reads it from the mail. */
export async function codeFor(server: TestServer, email: string): Promise<string> {
  const before = server.mail.mails.filter((mail) => mail.to.includes(email)).length;
  const asked = await new Browser(server.url).post('/api/user/sendEmailCode', { email });
  if (asked.code !== 0) throw new Error(`no code was sent: ${asked.msg}`);
  return server.mail.codeFor(email, before);
}

/** Registers a person by mail, in a browser of their own. */
export async function signUp(server: TestServer, email: string, name = 'Ann') {
  const browser = new Browser(server.url);
  const code = await codeFor(server, email);
  const {
    data,
    code: result,
    msg,
  } = await browser.post<SignedIn>('/api/user/register', { email, code, name });
  if (result !== 0) throw new Error(`could not sign up: ${msg}`);
  return { browser, ...data };
}

/** Signs a person with an account in, in a new browser. */
export async function signIn(server: TestServer, email: string) {
  const browser = new Browser(server.url);
  const code = await codeFor(server, email);
  const { data, code: result, msg } = await browser.post<SignedIn>('/api/user/login', { email, code });
  if (result !== 0) throw new Error(`could not sign in: ${msg}`);
  return { browser, ...data };
}

/** Lets anyone with an address join the first team. */
export async function openRegistration(server: TestServer): Promise<void> {
  await setPreference(server, { registration: 'open' });
}

export async function setPreference(server: TestServer, preference: object): Promise<void> {
  await server.db
    .updateTable('team')
    .set({ preference: JSON.stringify(preference) })
    .execute();
}
