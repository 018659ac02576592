import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { derivedKey } from '../installation/keys.ts';
import { sessionIdOf, signToken } from './token.ts';

const scope = { secretKey: 'a secret of more than thirty-two characters', installationId: randomUUID() };
const session = { id: randomUUID(), userId: 7, expiresAt: new Date(Date.now() + 60_000) };
const key = derivedKey(scope.secretKey, 'session');

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** A token signed with our own key, whatever its header and claims say. */
function forge(header: object, payload: object): string {
  const body = `${part(header)}.${part(payload)}`;
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}

describe('session token', () => {
  it('C21: has three parts, the first two base64url JSON, and names its session', async () => {
    const token = await signToken(scope, session);
    const parts = token.split('.');
    expect(parts).toHaveLength(3);
    for (const each of parts) expect(each).toMatch(/^[\w-]+$/);
    expect(JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString())).toEqual({
      alg: 'HS256',
      typ: 'session+jwt',
    });
    expect(claims(token)).toMatchObject({
      iss: 'tandem',
      aud: scope.installationId,
      sub: '7',
      jti: session.id,
    });
    expect(await sessionIdOf(scope, token)).toBe(session.id);
  });

  it('C21: two or four parts are no token', async () => {
    const token = await signToken(scope, session);
    const [header, payload] = token.split('.');
    for (const wrong of [`${header}.${payload}`, `${token}.x`, `${header}`, '', '..', `${token}.`])
      expect(await sessionIdOf(scope, wrong)).toBeNull();
  });

  it('tampered tokens are refused', async () => {
    const token = await signToken(scope, session);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const other = part({ ...claims(token), jti: randomUUID() });
    expect(await sessionIdOf(scope, `${header}.${other}.${signature}`)).toBeNull();
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    expect(await sessionIdOf(scope, `${header}.${payload}.${flipped}`)).toBeNull();
    expect(await sessionIdOf(scope, `${header}.${payload}.`)).toBeNull();
  });

  it('refuses other algorithms: none, RS256 over a known key, HS512', async () => {
    const payload = claims(await signToken(scope, session));
    for (const alg of ['none', 'None', 'NONE', ''])
      expect(await sessionIdOf(scope, `${part({ alg, typ: 'session+jwt' })}.${part(payload)}.`)).toBeNull();

    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const body = `${part({ alg: 'RS256', typ: 'session+jwt' })}.${part(payload)}`;
    const signature = sign('sha256', Buffer.from(body), privateKey).toString('base64url');
    expect(await sessionIdOf(scope, `${body}.${signature}`)).toBeNull();
    const asHmac = `${part({ alg: 'HS256', typ: 'session+jwt' })}.${part(payload)}`;
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const confused = createHmac('sha256', pem).update(asHmac).digest('base64url');
    expect(await sessionIdOf(scope, `${asHmac}.${confused}`)).toBeNull();

    const hs512 = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS512', typ: 'session+jwt' })
      .sign(key);
    expect(await sessionIdOf(scope, hs512)).toBeNull();
    const empty = `${part({ alg: 'HS256', typ: 'session+jwt' })}.${part(payload)}`;
    const unkeyed = createHmac('sha256', '').update(empty).digest('base64url');
    expect(await sessionIdOf(scope, `${empty}.${unkeyed}`)).toBeNull();
  });

  it('refuses headers that bring or name a key, even when signed by ours', async () => {
    const payload = claims(await signToken(scope, session));
    const good = { alg: 'HS256', typ: 'session+jwt' };
    expect(await sessionIdOf(scope, forge(good, payload))).toBe(session.id);
    for (const extra of [
      { kid: '../../dev/null' },
      { jku: 'https://evil.example/jwks.json' },
      { x5u: 'https://evil.example/cert' },
      { jwk: { kty: 'oct', k: 'AAAA' } },
      { crit: ['exp'] },
      { b64: false, crit: ['b64'] },
    ])
      expect(
        await sessionIdOf(scope, forge({ ...good, ...extra }, payload)),
        JSON.stringify(extra),
      ).toBeNull();
  });

  it('refuses another purpose, issuer, audience, key, or one without an end', async () => {
    const payload = claims(await signToken(scope, session));
    const good = { alg: 'HS256', typ: 'session+jwt' };
    const { exp: _exp, ...endless } = payload;
    const { jti: _jti, ...nameless } = payload;
    for (const [header, body] of [
      [{ alg: 'HS256' }, payload],
      [{ alg: 'HS256', typ: 'JWT' }, payload],
      [good, { ...payload, iss: 'another' }],
      [good, { ...payload, aud: randomUUID() }],
      [good, { ...payload, exp: Math.floor(Date.now() / 1_000) - 1 }],
      [good, { ...payload, exp: 'never' }],
      [good, { ...payload, nbf: Math.floor(Date.now() / 1_000) + 600 }],
      [good, { ...payload, jti: "' or true --" }],
      [good, { ...payload, jti: 5 }],
      [good, endless],
      [good, nameless],
      [good, []],
      [good, 'text'],
    ] as const)
      expect(await sessionIdOf(scope, forge(header, body as object)), JSON.stringify(body)).toBeNull();
    const token = await signToken(scope, session);
    expect(await sessionIdOf({ ...scope, secretKey: `${scope.secretKey}!` }, token)).toBeNull();
    expect(await sessionIdOf({ ...scope, installationId: randomUUID() }, token)).toBeNull();
  });

  it('expires even when it was verified just before', async () => {
    const brief = { ...session, expiresAt: new Date(Date.now() + 1_000) };
    const token = await signToken(scope, brief);
    const { exp } = claims(token);
    vi.useFakeTimers({ now: exp * 1_000 - 500, toFake: ['Date'] });
    expect(await sessionIdOf(scope, token)).toBe(session.id);
    vi.setSystemTime(exp * 1_000 + 1);
    expect(await sessionIdOf(scope, token)).toBeNull();
    vi.useRealTimers();
  });

  it('survives odd text', async () => {
    for (const odd of [
      'null',
      'a.b.c',
      '\0.\0.\0',
      'é.ü.ß',
      '[].{}.0',
      'x'.repeat(100_000),
      '.'.repeat(5_000),
    ])
      expect(await sessionIdOf(scope, odd)).toBeNull();
  });
});
