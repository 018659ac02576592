import { SESSION_COOKIE } from '@tandem/api/identity/session/cookie';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Forger, startForger } from '../../fakes/oidc/forger.ts';
import { type OwnServer, startTestServer } from '../harness/server.ts';
import { Browser } from '../session/browser.ts';
import { openRegistration, signUp } from '../session/people.ts';
import { client, parameters, through } from './fixture.ts';

let server: OwnServer;
let forger: Forger;
beforeAll(async () => {
  forger = await startForger(client.clientId);
  const oidc = [{ id: 'forger', name: 'Forger', issuer: forger.issuer, ...client }];
  server = await startTestServer({ settings: { oidc } });
  await signUp(server, 'owner@example.com', 'Olive');
  await openRegistration(server);
});
afterAll(async () => {
  await server.close();
  await forger.close();
});

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs in with ID tokens that are made so, and answers how it ended. */
async function enter(forge: Forger['forge']) {
  forger.forge = forge;
  const browser = new Browser(server.url);
  const end = await through(browser, 'forger');
  return { ...parameters(end), isIn: browser.cookie(SESSION_COOKIE) !== undefined };
}

it('accepts a person an http issuer signed for', async () => {
  expect(await enter(({ claims, sign }) => sign(claims))).toEqual({ returnTo: '/', isIn: true });
});

it.each<[string, Forger['forge']]>([
  [
    'a signature by another key',
    async ({ claims }) => {
      const { privateKey } = await generateKeyPair('RS256');
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'the only key' }).sign(privateKey);
    },
  ],
  ['no signature', async ({ claims }) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
  [
    'other claims under a good signature',
    async ({ claims, sign }) => {
      const [head, , signature] = (await sign(claims)).split('.');
      return `${head}.${encoded({ ...claims, sub: 'owner', email: 'owner@example.com' })}.${signature}`;
    },
  ],
  [
    'a signature that is nonsense',
    async ({ claims }) => `${encoded({ alg: 'RS256', kid: 'the only key' })}.${encoded(claims)}.AAAA`,
  ],
  [
    'a signature by the secret that both know',
    ({ claims }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(client.clientSecret)),
  ],
  ['an empty subject', ({ claims, sign }) => sign({ ...claims, sub: '' })],
  ['a blank subject', ({ claims, sign }) => sign({ ...claims, sub: ' ' })],
  ['no subject', ({ claims: { sub: _sub, ...claims }, sign }) => sign(claims)],
])('refuses an ID token with %s', async (_what, forge) => {
  expect(await enter(forge)).toEqual({ error: 'oauthFailed', provider: 'Forger', isIn: false });
});
