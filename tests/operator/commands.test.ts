import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startMailSink } from '../fakes/mail/server.ts';
import { startFakeProvider } from '../fakes/provider/server.ts';
import { until } from '../running/live.ts';
import { mailboxOf } from '../running/mailbox.ts';
import { signIn, signUp } from '../running/people.ts';
import { ourEnvironment, type RunningServer, startServerProcess } from '../running/server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Runs one of the server's commands to its end, as an operator does. */
function run(file: string, { dataDir }: RunningServer, ...args: string[]) {
  const child = spawn(process.execPath, [path.join(root, 'apps/server/src/commands', file), ...args], {
    cwd: root,
    env: { ...ourEnvironment, DATA_DIR: dataDir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
}

describe('a backup without a file name', () => {
  it('goes into the data folder, readable by its owner alone, with a description', async () => {
    const server = await startServerProcess();
    cleanUps.push(() => server.dispose());
    const { code, output } = await run('backup.ts', server);
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('It holds the secret key too'),
    });
    const folder = path.join(server.dataDir, 'backups');
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^tandem-backup-.*\.tar\.gz$/);
    expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const ignores of ['.gitignore', '.dockerignore'])
      expect(readFileSync(path.join(root, ignores), 'utf8')).toMatch(/^tandem-backup-/m);
  });
});

describe('a backup to an unwritable file', () => {
  it('is refused in one sentence, and leaves nothing behind', async () => {
    const server = await startServerProcess();
    cleanUps.push(() => server.dispose());
    const nowhere = path.join(server.dataDir, 'nowhere/saved.tar.gz');
    expect(await run('backup.ts', server, nowhere)).toEqual({
      code: 1,
      output: `${nowhere} can't be written: there is no folder ${path.dirname(nowhere)}.\n`,
    });
    const taken = path.join(server.dataDir, 'secret.key');
    expect(await run('backup.ts', server, taken)).toEqual({
      code: 1,
      output: `${taken} exists already. Name another file.\n`,
    });
    expect(await run('backup.ts', server, '/proc/saved.tar.gz')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^\/proc\/saved\.tar\.gz can't be written \(\w+\)\.\n$/),
    });
    expect(await run('backup.ts', server, '--force')).toEqual({
      code: 1,
      output: 'Name nothing but the file to write, as in: npm run backup -- tandem-backup.tar.gz\n',
    });
  });

  it('is not written into a file that somebody else prepared', async () => {
    const server = await startServerProcess();
    cleanUps.push(() => server.dispose());
    const file = path.join(server.dataDir, 'saved.tar.gz');
    const elsewhere = path.join(server.dataDir, 'elsewhere');
    symlinkSync(elsewhere, `${file}.partial`);
    writeFileSync(elsewhere, 'untouched', { mode: 0o644 });
    expect(await run('backup.ts', server, file)).toMatchObject({ code: 0 });
    expect(readFileSync(elsewhere, 'utf8')).toBe('untouched');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('rotating the secret key', () => {
  it('re-encrypts everything, and signs everybody out', async () => {
    const provider = await startFakeProvider();
    const mail = await startMailSink();
    const server = await startServerProcess({
      SMTP_URL: mail.url,
      PROVIDER_PRIVATE_HOSTS: new URL(provider.url).host,
    });
    cleanUps.push(
      () => provider.close(),
      () => mail.close(),
      () => server.dispose(),
    );
    const ada = await signUp(server.url, mailboxOf(mail), 'ada@example.test', 'Ada');
    const made = await ada.api.trpc.provider.create.mutate({
      kind: 'openai-compatible',
      name: 'Fake',
      apiHost: provider.url,
      apiKey: 'sk-kept',
    });
    expect(await run('rotate-secret.ts', server)).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /^A Tandem server is running on this database\. Stop it, then change the secret key\.\n$/,
      ),
    });
    for (const email of ['ben@example.test', 'cleo@example.test'])
      await ada.api.trpc.invitation.create.mutate({ email, role: 'member' });
    await ada.api.call('POST', '/api/user/sendEmailCode', { body: { email: 'ada@example.test' } });
    await server.stop();
    const keyFile = path.join(server.dataDir, 'secret.key');
    const before = readFileSync(keyFile, 'utf8');
    const rotated = await run('rotate-secret.ts', server);
    expect(rotated).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Re-encrypted 1 stored secret\.$/m),
    });
    expect(rotated.output).toMatch(/^1 session ended: everybody has to sign in again/m);
    expect(rotated.output).toMatch(/^1 code sent by email can no longer be used/m);
    expect(rotated.output).toMatch(/^2 open invitations must be sent again: the links/m);
    expect(readFileSync(keyFile, 'utf8')).not.toBe(before);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    await server.start();
    expect((await ada.api.get('/api/space/list')).status).toBe(401);
    const token = await signIn(server.url, mailboxOf(mail), 'ada@example.test');
    expect(token).not.toBe(ada.token);
    const again = await signUp(server.url, mailboxOf(mail), 'ada@example.test', 'Ada');
    // Sessions that ended with the old key are not listed as active.
    expect(await again.api.trpc.session.list.query()).toHaveLength(2);
    await again.api.trpc.provider.refresh.mutate({ providerId: made.id });
    await until('the provider is asked with its key', () =>
      provider.requests.some(({ headers }) => headers.authorization === 'Bearer sk-kept'),
    );
  });
});
