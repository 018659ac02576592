import { prepareInstallation } from '@tandem/api/identity/installation/installation.service';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type OwnServer,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../harness/server.ts';
import { Browser } from './browser.ts';
import { codeFor, type SignedIn, signUp } from './people.ts';

const servers: OwnServer[] = [];
async function boot(options: TestServerOptions = {}): Promise<OwnServer> {
  const made = await startTestServer(options);
  servers.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((each) => each.close()));
});

const register = (at: TestServer, body: object) =>
  new Browser(at.url).post<SignedIn>('/api/user/register', body);
const rows = (at: TestServer, table: 'user' | 'team' | 'member' | 'space' | 'app') =>
  at.db.selectFrom(table).selectAll().execute();

describe('the first account', () => {
  it('owns a team with a space, a chat app and a personal one, named in the language of the page', async () => {
    const at = await boot();
    const setting = async () => (await new Browser(at.url).get('/api/system/setting')).data;
    expect(await setting()).toMatchObject({ registration: 'first', setupCodeRequired: false });
    const email = 'olive@example.com';
    const code = await codeFor(at, email);
    const { data } = await register(at, { email, code, name: 'Olive', language: 'zh-CN' });
    expect(data.user).toMatchObject({
      language: 'zh-CN',
      teams: [{ name: 'Olive的团队', role: 'owner' }],
      currentTeamId: data.user.teams[0]?.teamId,
    });
    expect(await rows(at, 'space')).toHaveLength(1);
    const { id } = data.user;
    const apps = (await rows(at, 'app')).toSorted((a, b) => (a.sort < b.sort ? -1 : 1));
    expect(apps).toMatchObject([
      { type: 'chat', creatorId: id, name: '聊天', personalUserId: null },
      { type: 'chat', creatorId: id, name: '我的聊天', personalUserId: id },
    ]);
    expect(await setting()).toMatchObject({ registration: 'invitation' });
  });

  it('is one of two that register at the same moment; the other is refused', async () => {
    const at = await boot();
    const emails = Array.from({ length: 8 }, (_, index) => `racer${index}@example.com`);
    const codes = await Promise.all(emails.map((email) => codeFor(at, email)));
    const answers = await Promise.all(
      emails.map((email, index) => register(at, { email, code: codes[index], name: 'Racer' })),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 40302)).toHaveLength(7);
    expect(await rows(at, 'team')).toHaveLength(1);
    expect(await rows(at, 'user')).toHaveLength(1);
    expect(await rows(at, 'member')).toMatchObject([{ role: 'owner' }]);
    expect(await rows(at, 'space')).toHaveLength(1);
  });

  it('prints its code when there is no mail server, and says so', async () => {
    const at = await boot({ settings: { mail: { smtpUrl: null, from: 'tandem@example.com' } } });
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const output = () => printed.mock.calls.join('');
    const browser = new Browser(at.url);
    expect((await browser.get('/api/system/setting')).data).toMatchObject({ mailDelivery: 'console' });
    const email = 'olive@example.com';
    const asked = await browser.post('/api/user/sendEmailCode', { email });
    expect(asked.data).toEqual({ delivery: 'console' });
    await expect.poll(output).toMatch(/\d{6} is your Tandem code/);
    const code = /(\d{6}) is your Tandem code/.exec(output())?.[1];
    printed.mockRestore();
    expect((await register(at, { email, code, name: 'Olive' })).code).toBe(0);
  });
});

describe('beyond loopback', () => {
  const exposed = { settings: { publicUrl: 'https://tandem.example' } };

  it('the first account needs the set-up code, in any spelling', async () => {
    const at = await boot(exposed);
    expect(at.platform.setupCode).toMatch(/^([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/);
    const email = 'olive@example.com';
    const code = await codeFor(at, email);
    const body = { email, code, name: 'Olive' };
    expect(await register(at, body)).toMatchObject({ status: 400, code: 40014 });
    for (const setupCode of ['0000-0000-0000', 'x', ` ${at.platform.setupCode}0`])
      expect(await register(at, { ...body, setupCode })).toMatchObject({ status: 400, code: 40011 });
    for (const setupCode of [null, '', [], {}, 0])
      expect(await register(at, { ...body, setupCode })).toMatchObject({ status: 400, code: 40001 });
    expect(await rows(at, 'user')).toEqual([]);
    const setupCode = at.platform.setupCode?.toLowerCase().replaceAll('-', ' ');
    const owner = await register(at, { ...body, setupCode });
    expect(owner).toMatchObject({ code: 0, data: { user: { teams: [{ role: 'owner' }] } } });
    expect(owner.setCookies.join()).toMatch(/; Secure/i);
  });

  it('the code is the same on every server and start, until an account exists', async () => {
    const at = await boot(exposed);
    const settings = { ...at.platform.settings };
    const again = await prepareInstallation(at.db, settings);
    expect(again).toEqual({ installationId: at.platform.installationId, setupCode: at.platform.setupCode });
    for (const [changed, needed] of [
      [{ publicUrl: 'http://localhost:3000' }, false],
      [{ publicUrl: 'http://[::1]:3000' }, false],
      [{ publicUrl: 'http://127.0.0.1:3000', loopbackOnly: false }, true],
      [{ publicUrl: 'http://127.0.0.1:3000', trustProxy: 1 }, true],
    ] as const) {
      const { setupCode } = await prepareInstallation(at.db, { ...settings, ...changed });
      expect(setupCode !== null, JSON.stringify(changed)).toBe(needed);
    }
    const email = 'olive@example.com';
    await register(at, {
      email,
      code: await codeFor(at, email),
      name: 'Olive',
      setupCode: at.platform.setupCode,
    });
    expect((await prepareInstallation(at.db, settings)).setupCode).toBeNull();
  });
});

describe('the secret key', () => {
  it('cannot be replaced under a database', async () => {
    const at = await boot();
    const other = { ...at.platform.settings, secretKey: 'another secret of more than thirty-two characters' };
    await expect(prepareInstallation(at.db, other)).rejects.toThrow(/SECRET_KEY/);
    await expect(prepareInstallation(at.db, at.platform.settings)).resolves.toMatchObject({
      installationId: at.platform.installationId,
    });
    const row = await at.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
    expect(row.keyFingerprint).not.toContain(at.platform.settings.secretKey);
  });

  it('of another installation signs nobody in here', async () => {
    const [one, other] = await Promise.all([boot(), boot()]);
    const { token } = await signUp(one, 'olive@example.com');
    await signUp(other, 'olive@example.com');
    const authorization = `Bearer ${token}`;
    expect((await new Browser(one.url).get('/api/user/profile', { authorization })).status).toBe(200);
    expect((await new Browser(other.url).get('/api/user/profile', { authorization })).status).toBe(401);
  });
});
