import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnServer } from '../harness/server.ts';
import { type CodeFixture, openCodeFixture, wrong } from './codes.ts';
import { codeFor, type SignedIn, signUp } from './people.ts';

let server: OwnServer;
let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await openCodeFixture();
  ({ server } = fixture);
});
afterAll(() => server.close());

describe('a mailed code', () => {
  it('signs up, signs in, and returns the token and the person', async () => {
    const email = fixture.newAddress();
    const { user, token } = await signUp(server, email, 'Benno');
    expect(user).toMatchObject({ name: 'Benno', email, avatar: '', language: null });
    expect(Number.isInteger(user.id)).toBe(true);
    expect(user.teams).toHaveLength(1);
    expect(user.currentTeamId).toBe(user.teams[0]?.teamId);
    expect(token.split('.')).toHaveLength(3);

    const again = await fixture.redeem(email, await codeFor(server, email));
    expect(again).toMatchObject({ status: 200, code: 0, data: { user: { id: user.id } } });
  });

  it('accepts the address in any case and with surrounding space', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    const code = await codeFor(server, email);
    expect((await fixture.redeem(`  ${email.toUpperCase()} `, code)).code).toBe(0);
  });

  it('signs in an account that registers again, and leaves its name alone', async () => {
    const email = fixture.newAddress();
    const { user } = await signUp(server, email, 'First');
    const code = await codeFor(server, email);
    const again = await fixture.browser.post<SignedIn>('/api/user/register', { email, code, name: 'Second' });
    expect(again).toMatchObject({ code: 0, data: { user: { id: user.id, name: 'First' } } });
  });

  it('reports that there is no account yet, and stays valid for creating one', async () => {
    const email = fixture.newAddress();
    const code = await codeFor(server, email);
    expect(await fixture.redeem(email, code)).toMatchObject({ status: 400, code: 40013 });
    const made = await fixture.browser.post<SignedIn>('/api/user/register', { email, code, name: 'Late' });
    expect(made.code).toBe(0);
  });

  it('is mailed in the language of the page, then of the person, then of the request', async () => {
    const email = fixture.newAddress();
    const { browser: own } = await signUp(server, email);
    await fixture.ask(email, { language: 'zh-CN' });
    expect((await server.mail.mailTo(email, 1)).subject).toMatch(/^您的 Tandem 验证码是 \d{6}$/);
    await own.post('/api/user.update', { json: { language: 'zh-CN' } });
    await fixture.ask(email);
    expect((await server.mail.mailTo(email, 2)).subject).toContain('验证码');
    await fixture.ask(email, { language: 'en' });
    const mail = await server.mail.mailTo(email, 3);
    expect(mail.subject).toMatch(/^\d{6} is your Tandem code$/);
    expect(mail.to).toEqual([email]);
    expect(mail.raw).toContain('text/html');
    expect(mail.raw).toContain('text/plain');
  });

  it('is mailed again when the mail server first refuses', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    server.mail.refuseNext(1);
    await fixture.ask(email);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(server.mail.mails.filter((mail) => mail.to.includes(email))).toHaveLength(1);
    expect((await server.mail.mailTo(email, 1, 10_000)).subject).toMatch(/\d{6}/);
  }, 15_000);
});

describe('a wrong code', () => {
  it('C10: is 400, not 401', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    const code = await codeFor(server, email);
    expect(await fixture.redeem(email, wrong(code))).toMatchObject({ status: 400, code: 40010, data: null });
  });

  it('invalidates the code after five tries, and the right one comes too late', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    const code = await codeFor(server, email);
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await fixture.redeem(email, wrong(code))).code).toBe(40010);
    expect((await fixture.redeem(email, code)).code).toBe(40010);
    expect((await fixture.redeem(email, await codeFor(server, email))).code).toBe(0);
  });

  it('counts even when many tries come at once', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    const code = await codeFor(server, email);
    const guesses = Array.from({ length: 100 }, (_, index) =>
      String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
    );
    await Promise.all(guesses.map((guess) => fixture.redeem(email, guess)));
    expect((await fixture.redeem(email, code)).code).toBe(40010);
  });

  it('is every superseded and every used one', async () => {
    const email = fixture.newAddress();
    await signUp(server, email);
    const first = await codeFor(server, email);
    const second = await codeFor(server, email);
    expect((await fixture.redeem(email, first)).code).toBe(0);
    expect((await fixture.redeem(email, second)).code).toBe(0);
    for (const used of [first, second]) expect((await fixture.redeem(email, used)).code).toBe(40010);

    const third = await codeFor(server, email);
    await server.db
      .updateTable('login_code')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where('email', '=', email)
      .execute();
    expect((await fixture.redeem(email, third)).code).toBe(40010);
  });

  it("is another person's", async () => {
    const [ann, ben] = [fixture.newAddress(), fixture.newAddress()];
    await signUp(server, ann);
    await signUp(server, ben);
    const code = await codeFor(server, ann);
    await codeFor(server, ben);
    expect((await fixture.redeem(ben, code)).code).toBe(40010);
  });

  const odd: unknown[] = [
    null,
    '',
    [],
    {},
    0,
    false,
    '12345',
    '1234567',
    '12345a',
    ' 123456',
    '١٢٣٤٥٦',
    ['123456'],
    '123456\n',
  ];

  it.each(odd.map((code) => [JSON.stringify(code), code]))(
    'that is %s is refused before it is looked up',
    async (_title, code) => {
      const email = fixture.newAddress();
      await signUp(server, email);
      await codeFor(server, email);
      expect(await fixture.redeem(email, code)).toMatchObject({ status: 400, code: 40001 });
      const { tries } = await server.db
        .selectFrom('login_code')
        .select('tries')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      expect(tries).toBe(0);
    },
  );

  it('that is missing, and bodies with unknown keys, are refused', async () => {
    const email = fixture.newAddress();
    const code = await codeFor(server, email);
    for (const body of [
      { email },
      { code },
      {},
      { email, code, userId: 1 },
      { email, code, role: 'owner' },
      null,
      [],
    ])
      expect(await fixture.browser.post('/api/user/login', body)).toMatchObject({ status: 400, data: null });
    for (const body of [
      { email, code },
      { email, code, name: '' },
      { email, code, name: 'X', teamId: 'x' },
    ])
      expect(await fixture.browser.post('/api/user/register', body)).toMatchObject({
        status: 400,
        data: null,
      });
    for (const bad of [null, '', 'nobody', 'a@b', 'a@b.c\r\nBcc: d@e.fg', ['a@example.com'], { $ne: null }])
      expect(await fixture.ask(bad)).toMatchObject({ status: 400, data: null });
  });
});

describe('many at once', () => {
  it('200 redeems of one code give one session', async () => {
    const email = fixture.newAddress();
    const { user } = await signUp(server, email);
    const code = await codeFor(server, email);
    const before = await sessionsOf(user.id);
    const answers = await Promise.all(Array.from({ length: 200 }, () => fixture.redeem(email, code)));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 40010)).toHaveLength(199);
    expect(await sessionsOf(user.id)).toBe(before + 1);
  });

  it('200 registrations with one code give one account', async () => {
    const email = fixture.newAddress();
    const code = await codeFor(server, email);
    const body = { email, code, name: 'Once' };
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => fixture.browser.post('/api/user/register', body)),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    const accounts = await server.db.selectFrom('user').select('id').where('email', '=', email).execute();
    expect(accounts).toHaveLength(1);
  });

  async function sessionsOf(userId: number): Promise<number> {
    const rows = await server.db.selectFrom('session').select('id').where('userId', '=', userId).execute();
    return rows.length;
  }
});
