import type { Profile } from '@tandem/shared/user/schema';
import { type Answer, type Api, apiFor } from './api.ts';

/** A person with an account, signed in. */
export interface Person {
  api: Api;
  token: string;
  id: number;
  email: string;
  user: Profile;
}

/** Reads codes from mail: the newest to an address, waiting for one after the first `after`. */
export interface Mailbox {
  codeFor(address: string, after?: number): Promise<string>;
  /** The number of mails to an address so far. */
  count(address: string): Promise<number>;
}

/** Requests a code and returns it from the mail. */
export async function askForCode(url: string, mailbox: Mailbox, email: string): Promise<string> {
  const before = await mailbox.count(email);
  need(await apiFor(url).post('/api/user/sendEmailCode', { email }));
  return mailbox.codeFor(email, before);
}

/** Makes an account (or signs in to the one there is) by a code that travels by mail. */
export async function signUp(
  url: string,
  mailbox: Mailbox,
  email: string,
  name: string,
  setupCode?: string,
): Promise<Person> {
  const code = await askForCode(url, mailbox, email);
  const answer = need(await apiFor(url).post('/api/user/register', { email, code, name, setupCode }));
  const { token, user } = answer.data as { token: string; user: Profile };
  return { api: apiFor(url, token), token, id: user.id, email, user };
}

/** Signs in to an account there is, by a code that travels by mail. @returns the token of the new session */
export async function signIn(url: string, mailbox: Mailbox, email: string): Promise<string> {
  const code = await askForCode(url, mailbox, email);
  return (need(await apiFor(url).post('/api/user/login', { email, code })).data as { token: string }).token;
}

/** @throws Error unless the answer is a success */
export function need(answer: Answer): Answer {
  if (answer.status !== 200 || answer.code !== 0)
    throw new Error(`expected success, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer;
}
