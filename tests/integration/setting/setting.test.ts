import { type AddressInfo, createServer } from 'node:net';
import { makeColleague } from '@tandem/db/testing/factories/index';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MailSink, startMailSink } from '../../fakes/mail/server.ts';
import type { Api } from '../../running/api.ts';
import { type OwnServer, startTestServer } from '../harness/server.ts';
import { expectRefused, openTeam, type Team } from '../workspace/team.ts';

const corp = {
  id: 'corp',
  name: 'Corp',
  issuer: 'https://id.example.test/',
  clientId: 'x',
  clientSecret: 'a client secret of ours',
};
const fresh = {
  emailCodes: null,
  disabledProviders: null,
  smtpUrl: null,
  mailFrom: null,
  webDomain: null,
  uploadMegabytes: null,
  turnsPerPerson: null,
};

let server: OwnServer;
let first: Team;
let api: Api;
let sink: MailSink;

beforeAll(async () => {
  sink = await startMailSink();
  server = await startTestServer({
    settings: { mail: { smtpUrl: null, from: 'Tandem <tandem@example.test>' }, oidc: [corp] },
  });
  first = await openTeam(server);
  ({ api } = first);
});
afterAll(async () => {
  await server.close();
  await sink.close();
});
afterEach(async () => {
  await server.db.deleteFrom('identity').execute();
  await server.db.deleteFrom('setting').execute();
  await server.platform.values.refresh();
});

const set = (change: Partial<Record<keyof typeof fresh, unknown>>) =>
  api.trpc.setting.update.mutate(change as typeof fresh);
const knowOwner = (issuer = 'https://id.example.test') =>
  server.db.insertInto('identity').values({ issuer, subject: 's', userId: first.owner.id }).execute();
const askForCode = (email: string) => server.stranger.post('/api/user/sendEmailCode', { email });

describe('settings', () => {
  it('say where each value comes from, and apply immediately', async () => {
    const before = await api.trpc.setting.get.query();
    expect(before.uploadMegabytes).toEqual({ value: 50, source: 'default', variable: 'UPLOAD_MEGABYTES' });
    expect(before.storage).toMatchObject({ kind: 'disk', files: 0, used: 0 });
    expect(before.storage.free).toBeGreaterThan(0);
    const after = await set({
      uploadMegabytes: 1,
      webDomain: 'https://hub.example.org/',
      mailFrom: 'T <t@x.test>',
    });
    expect(after.uploadMegabytes).toMatchObject({ value: 1, source: 'database' });
    expect(after.webDomain.value).toBe('https://hub.example.org');
    const known = (await server.stranger.get('/api/system/setting')).data;
    expect(known).toMatchObject({ webDomain: 'https://hub.example.org', uploadMegabytes: 1 });
    const page = await server.stranger.get('/api/system/setting');
    expect(page.headers.get('content-security-policy')).toContain('https://hub.example.org');
    const form = new FormData();
    form.append('file', new Blob([Buffer.alloc(1_100_000, 65)]), 'a.txt');
    const refused = await api.call('POST', '/api/files/upload', { raw: form });
    expect(refused.status).toBe(413);
    expect(refused.msg).toContain('1');
    expect((await set({ uploadMegabytes: null })).uploadMegabytes.source).toBe('default');
  });

  it('are for operators alone, and reject odd values', async () => {
    const member = await server.as((await makeColleague(server.db, first.team.id, 'member')).id);
    const elsewhere = await openTeam(server);
    for (const other of [member, elsewhere.api]) {
      await expectRefused(other.trpc.setting.get.query(), 'forbidden');
      await expectRefused(other.trpc.setting.update.mutate({ uploadMegabytes: 2 }), 'forbidden');
      await expectRefused(other.trpc.setting.testMail.mutate(), 'forbidden');
    }
    const odd: Record<string, unknown>[] = [
      { uploadMegabytes: 0 },
      { uploadMegabytes: 1e9 },
      { uploadMegabytes: 1.5 },
      { turnsPerPerson: '5' },
      { emailCodes: 'off' },
      { mailFrom: 'nobody' },
      { mailFrom: 'a@b.test\r\nBcc: c@d.test' },
      { webDomain: 'javascript:alert(1)' },
      { webDomain: 'https://a.test/path' },
      { smtpUrl: 'http://127.0.0.1' },
      // Options of the library, one of which runs a program.
      { smtpUrl: 'smtp://127.0.0.1?sendmail=true&path=/bin/sh' },
      { smtpUrl: 'smtp://127.0.0.1/?sendmail=true&path=/bin/sh' },
      { smtpUrl: 'smtp://127.0.0.1#x' },
      { secretKey: 'x' },
      { updatedBy: 1 },
    ];
    for (const change of odd) await expectRefused(set(change), 'invalidInput');
    expect(await server.db.selectFrom('setting').selectAll().execute()).toEqual([]);
  });

  it('are recorded in the audit log without secrets', async () => {
    await set({ smtpUrl: sink.url.replace('smtp://', 'smtp://ann:hunter2hunter2@') });
    await set({ turnsPerPerson: 3 });
    const { list } = await api.trpc.audit.list.query({ of: 'installation', action: 'setting.update' });
    expect(list[0]).toMatchObject({ detail: { turnsPerPerson: { from: null, to: 3 } } });
    expect(JSON.stringify(list)).not.toContain('hunter2');
    const rows = await server.db.selectFrom('setting').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });

  it('reach every process, by the bus and without it', async () => {
    const second = await startTestServer({
      databaseUrl: server.platform.database.url,
      settings: { mail: { smtpUrl: null, from: 'Tandem <tandem@example.test>' }, oidc: [corp] },
    });
    try {
      await set({ uploadMegabytes: 7 });
      await expect.poll(() => second.platform.values.current.uploadMegabytes, { timeout: 2_000 }).toBe(7);
      await server.db
        .updateTable('setting')
        .set({ value: '8' as never })
        .execute();
      await expect.poll(() => second.platform.values.current.uploadMegabytes, { timeout: 5_000 }).toBe(8);
    } finally {
      await second.close();
    }
  });

  it('of the environment take precedence and cannot be changed', async () => {
    const fixed = await startTestServer({
      databaseUrl: server.platform.database.url,
      settings: {
        mail: { smtpUrl: 'smtp://ann:hunter2@mail.example.test:2525', from: 'x@y.test' },
        fixed: { uploadMegabytes: 9, mailFrom: 'x@y.test', emailCodes: true },
      },
    });
    try {
      await set({ uploadMegabytes: 7 });
      const operator = await fixed.as(first.owner.id);
      const seen = await operator.trpc.setting.get.query();
      expect(seen.uploadMegabytes).toMatchObject({ value: 9, source: 'environment' });
      expect(seen.smtpUrl).toMatchObject({ value: 'smtp://mail.example.test:2525', source: 'environment' });
      for (const change of [{ uploadMegabytes: 3 }, { smtpUrl: null }, { emailCodes: false }])
        await expectRefused(operator.trpc.setting.update.mutate(change), 'settingFixed');
    } finally {
      await fixed.close();
    }
  });
});

describe('mail', () => {
  it('uses a new server immediately; an unresponsive one is refused', async () => {
    await expectRefused(set({ smtpUrl: 'smtp://ann:hunter2@127.0.0.1:1' }), 'mailFailed');
    await set({ smtpUrl: 'smtp://ann:hunter2@127.0.0.1:1' }).catch((error: Error) => {
      expect(error.message).toMatch(/ECONNREFUSED/);
      expect(error.message).not.toContain('hunter2');
    });
    expect((await api.trpc.setting.get.query()).smtpUrl.source).toBe('default');
    expect(await api.trpc.setting.testMail.mutate()).toMatchObject({ delivery: 'console' });
    const shown = await set({ smtpUrl: sink.url });
    expect(shown.smtpUrl.source).toBe('database');
    const stored = await server.db.selectFrom('setting').selectAll().executeTakeFirstOrThrow();
    expect(stored.value).toBeNull();
    expect(stored.secret?.toString('latin1')).not.toContain('127.0.0.1');
    expect(await api.trpc.setting.testMail.mutate()).toEqual({ to: first.owner.email, delivery: 'mail' });
    expect((await sink.mailTo(first.owner.email)).subject).toMatch(/works/);
    expect((await server.stranger.get('/api/system/setting')).data).toMatchObject({ mailDelivery: 'mail' });
  });

  it.each([
    ['a greeting of another service', 'SSH-2.0-OpenSSH_9.6 inner-host\r\n'],
    ['an error of another service', '-ERR unknown command inner-host\r\n'],
    ['a refusal before mail is spoken', '554 inner-host says no\r\n'],
  ])('does not repeat %s', async (_what, banner) => {
    const inner = createServer((socket) => socket.on('error', () => {}).end(banner));
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
    const smtpUrl = `smtp://127.0.0.1:${(inner.address() as AddressInfo).port}`;
    const refused = await set({ smtpUrl }).then(
      () => null,
      (error: Error) => error.message,
    );
    expect(refused).toMatch(/mail server/i);
    expect(refused).not.toContain('inner-host');
    await new Promise((resolve) => inner.close(resolve));
  });

  it('returns the server’s answer to a test', async () => {
    await set({ smtpUrl: sink.url });
    sink.refuseNext(1);
    await expect(api.trpc.setting.testMail.mutate()).rejects.toThrow(/4\.7\.1 Try again later/);
  });
});

describe('sign-in methods', () => {
  it('are never all disabled', async () => {
    await expectRefused(set({ emailCodes: false }), 'noWayIn');
    await knowOwner('https://other.example.test');
    await expectRefused(set({ emailCodes: false }), 'noWayIn');
    await server.db.deleteFrom('identity').execute();
    await knowOwner();
    await expectRefused(set({ emailCodes: false, disabledProviders: ['corp'] }), 'noWayIn');
    expect((await api.trpc.setting.get.query()).emailCodes.source).toBe('default');
    await set({ emailCodes: false });
    await expectRefused(set({ disabledProviders: ['corp'] }), 'noWayIn');
    expect((await askForCode(first.owner.email)).status).toBe(403);
    for (const [path, more] of [
      ['/api/user/login', {}],
      ['/api/user/register', { name: 'Ann' }],
    ] as const)
      expect(
        (await server.stranger.post(path, { email: first.owner.email, code: '123456', ...more })).status,
      ).toBe(403);
    expect((await server.stranger.get('/api/system/setting')).data).toMatchObject({ emailCodes: false });
    await set({ emailCodes: true });
    expect((await askForCode(first.owner.email)).status).toBe(200);
  });

  it('of third parties can be disabled too', async () => {
    await set({ disabledProviders: ['corp'] });
    expect((await server.stranger.get('/api/oauth/support')).data).toEqual([]);
    expect((await server.stranger.get('/api/oauth/corp/start')).status).toBe(404);
    expect((await server.stranger.get('/api/oauth/corp/callback')).status).toBe(404);
  });

  it('stay enabled when the only operator who has one would leave', async () => {
    await knowOwner();
    const other = await first.person('owner');
    await set({ emailCodes: false });
    for (const act of [
      () => api.trpc.team.leave.mutate(),
      () => other.api.trpc.team.setRole.mutate({ userId: first.owner.id, role: 'member' }),
      () => other.api.trpc.team.suspend.mutate({ userId: first.owner.id, suspended: true }),
      () => other.api.trpc.team.removeMember.mutate({ userId: first.owner.id }),
    ])
      await expectRefused(act(), 'noWayIn');
    // A person who cannot sign in any more may be removed.
    await api.trpc.team.removeMember.mutate({ userId: other.user.id });
  });

  it('stay enabled when two operators disable them at the same moment', async () => {
    await knowOwner();
    const outcomes = await Promise.allSettled([
      set({ emailCodes: false }),
      set({ disabledProviders: ['corp'] }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are enabled again when the environment no longer names the third party, or says so', async () => {
    await knowOwner();
    await set({ emailCodes: false });
    const { settings } = server.platform;
    settings.oidc = [];
    expect((await askForCode(first.owner.email)).status).toBe(200);
    settings.oidc = [corp];
    expect((await askForCode(first.owner.email)).status).toBe(403);
    settings.fixed = { emailCodes: true };
    expect((await askForCode(first.owner.email)).status).toBe(200);
    delete settings.fixed;
  });
});
