import { freeCodes } from '@tandem/api/people/sign-in/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnServer } from '../harness/server.ts';
import { type Client, type CodeFixture, openCodeFixture, wrong } from './codes.ts';
import { codeFor, openRegistration, setPreference, signUp } from './people.ts';

let server: OwnServer;
let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await openCodeFixture();
  ({ server } = fixture);
});
afterAll(() => server.close());

describe('sending', () => {
  it('stops after five codes an hour to one address for one client, and says when to retry', async () => {
    const email = fixture.newAddress();
    const from = fixture.at('203.0.113.20');
    for (let sent = 0; sent < 5; sent++) expect((await from.ask(email)).code).toBe(0);
    const refused = await from.ask(email);
    expect(refused).toMatchObject({ status: 429, code: 42901 });
    expect(refused.msg).toMatch(/\b(59|60) minutes/);
    expect((await from.ask(fixture.newAddress())).code).toBe(0);
  });

  it('counts every request, even when they come at once', async () => {
    const email = fixture.newAddress();
    const from = fixture.at('203.0.113.21');
    const answers = await Promise.all(Array.from({ length: 40 }, () => from.ask(email)));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(5);
    expect(answers.filter((answer) => answer.code === 42901)).toHaveLength(35);
  });

  it('stops after eight codes to one address for all clients, for no longer than a code lives', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    const before = server.mail.mails.filter((mail) => mail.to.includes(email)).length;
    const clients = Array.from({ length: 12 }, (_, index) => fixture.at(`203.0.113.${100 + index}`));
    const answers = await Promise.all(clients.map((client) => client.ask(email)));
    // One was sent to sign up.
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(7);
    const refused = answers.find((answer) => answer.code !== 0);
    expect(refused).toMatchObject({ status: 429, code: 42901 });
    expect(refused?.msg).toMatch(/\b(9|10) minutes/);
    // Each of those that came is good, wherever it is typed.
    const code = await server.mail.codeFor(email, before);
    expect((await fixture.at('198.51.100.77').redeem(email, code)).code).toBe(0);
  });

  it('stores no code in plain text', async () => {
    const email = fixture.newAddress();
    const code = await codeFor(server, email);
    const row = await server.db
      .selectFrom('login_code')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(row.hash).toHaveLength(32);
    expect(row.hash.toString('latin1')).not.toContain(code);
  });
});

describe('a stranger', () => {
  /** Requests as many codes as a client may, and returns their number. */
  async function flood(email: string, client: Client) {
    let sent = 0;
    while ((await client.ask(email)).code === 0) sent++;
    return sent;
  }

  it('cannot prevent a person from getting a code', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    expect(await flood(email, fixture.at('203.0.113.30'))).toBe(5);
    const before = server.mail.mails.filter((mail) => mail.to.includes(email)).length;
    const owner = fixture.at('198.51.100.30');
    expect((await owner.ask(email)).code).toBe(0);
    expect((await owner.redeem(email, await server.mail.codeFor(email, before))).code).toBe(0);
  });

  it('cannot do so from two networks that request every code and invalidate each other’s', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    const strangers = [fixture.at('203.0.113.35'), fixture.at('203.0.113.36')] as const;
    let sent = 1;
    for (const stranger of strangers) sent += await flood(email, stranger);
    for (const stranger of strangers)
      for (let attempt = 0; attempt < 8; attempt++) await stranger.redeem(email, '000000');
    await server.mail.mailTo(email, sent - 1);
    const owner = fixture.at('198.51.100.35');
    expect((await owner.ask(email)).code).toBe(0);
    expect((await owner.redeem(email, await server.mail.codeFor(email, sent))).code).toBe(0);
  });

  it('cannot invalidate a code that its person requested', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    const owner = fixture.at('198.51.100.31');
    const before = server.mail.mails.filter((mail) => mail.to.includes(email)).length;
    await owner.ask(email);
    const code = await server.mail.codeFor(email, before);
    const strangers = Array.from({ length: 50 }, (_, index) => fixture.at(`203.0.113.${150 + index}`));
    await Promise.all(strangers.map((stranger) => stranger.redeem(email, wrong(code))));
    for (let attempt = 0; attempt < 4; attempt++)
      expect((await owner.redeem(email, wrong(code))).code).toBe(40010);
    // Nobody else can guess it now, and its owner still has a try.
    expect((await fixture.at('203.0.113.32').redeem(email, code)).code).toBe(40010);
    expect((await owner.redeem(email, code)).code).toBe(0);
  });

  it('has few tries, from however many addresses', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    const asking = fixture.at('203.0.113.33');
    await server.db.deleteFrom('login_code').where('email', '=', email).execute();
    expect(await flood(email, asking)).toBe(5);
    const strangers = Array.from({ length: 40 }, (_, index) => fixture.at(`198.51.100.${100 + index}`));
    const guesses = [...strangers, ...Array.from({ length: 20 }, () => asking)];
    await Promise.all(guesses.map((client, index) => client.redeem(email, String(index).padStart(6, '0'))));
    const codes = await server.db.selectFrom('login_code').selectAll().where('email', '=', email).execute();
    expect(codes.map(({ tries, foreignTries }) => [tries, foreignTries])).toEqual(codes.map(() => [5, 3]));
  });

  it('has fewer still after twenty codes in a day', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    // One was sent to sign up.
    for (let sent = 1; sent < freeCodes.max; sent += 1) await server.platform.limiter.count(freeCodes, email);
    const owner = fixture.at('198.51.100.34');
    const before = server.mail.mails.filter((mail) => mail.to.includes(email)).length;
    await owner.ask(email);
    const code = await server.mail.codeFor(email, before);
    expect((await fixture.at('203.0.113.34').redeem(email, code)).code).toBe(40010);
    expect((await owner.redeem(email, wrong(code))).code).toBe(40010);
    expect((await owner.redeem(email, code)).code).toBe(0);
  });
});

describe('whether an address has an account', () => {
  const stranger = 'stranger@elsewhere.example';

  it('is not revealed: an unknown address gets the same answers, and no mail', async () => {
    await setPreference(server, {});
    const known = fixture.newAddress();
    await server.db.insertInto('user').values({ email: known, name: 'Known' }).execute();
    for (const email of [known, stranger]) {
      expect(await fixture.ask(email)).toMatchObject({ status: 200, code: 0, data: { delivery: 'mail' } });
    }
    const code = await server.mail.codeFor(known);
    expect(server.mail.mails.filter((mail) => mail.to.includes(stranger))).toEqual([]);

    const register = (email: string, given: string) =>
      fixture.browser.post('/api/user/register', { email, code: given, name: 'X' });
    for (const [one, other] of [
      [await fixture.redeem(known, wrong(code)), await fixture.redeem(stranger, wrong(code))],
      [await register(known, wrong(code)), await register(stranger, wrong(code))],
      [await fixture.redeem('never@asked.example', code), await fixture.redeem(stranger, code)],
    ] as const) {
      expect(other.status).toBe(one.status);
      expect({ code: other.code, msg: other.msg, data: other.data }).toEqual({
        code: one.code,
        msg: one.msg,
        data: one.data,
      });
    }
    // Both addresses hold a row that counts tries, so the work is the same too.
    const tries = await server.db
      .selectFrom('login_code')
      .select(['email', 'tries'])
      .where('email', 'in', [known, stranger])
      .orderBy('email')
      .execute();
    expect(tries.map((row) => row.tries)).toEqual([2, 3]);
    await openRegistration(server);
  });

  it('does not matter for an allowed domain; others and look-alikes may not join', async () => {
    await setPreference(server, { emailDomains: ['Corp.example'] });
    const { user } = await signUp(server, 'ann@corp.example');
    expect(user.teams).toMatchObject([{ role: 'member' }]);
    for (const email of [
      'ann@evil-corp.example',
      'ann@corp.example.evil.example',
      'ann@sub.corp.example',
      'corp.example@evil.example',
    ]) {
      expect((await fixture.ask(email)).code).toBe(0);
      expect(server.mail.mails.filter((mail) => mail.to.includes(email))).toEqual([]);
    }
    await openRegistration(server);
  });
});
