import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../running/port.ts';
import { expectSentence, KEY, Sandbox } from './sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.open();
});
afterAll(() => sandbox.close());

/** A port at which something listens that hangs up, or says something else than is expected. */
async function otherProgram(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

interface Case {
  title: string;
  env: () => Record<string, string> | Promise<Record<string, string>>;
  sentence: RegExp;
}

const migrated = `
  create table kysely_migration (name text primary key, timestamp text);
  insert into kysely_migration select * from (values ('0001_foundation', ''), ('9999_of_tomorrow', '')) as v;
  create table kysely_migration_lock (id text primary key, is_locked int);
  create table "team" ();
`;

const cases: Case[] = [
  {
    title: 'another SECRET_KEY than before',
    async env() {
      const DATABASE_URL = await sandbox.databaseOf('other_key');
      const first = await sandbox.run({ DATABASE_URL, SECRET_KEY: KEY });
      expect(first).toMatchObject({ code: 0, stderr: '' });
      return { DATABASE_URL, SECRET_KEY: `${KEY}, or nearly` };
    },
    sentence: /^This database was set up with another SECRET_KEY, .*DATA_DIR\)\.$/,
  },
  {
    title: 'a database that a newer Tandem used',
    env: async () => ({ DATABASE_URL: await sandbox.databaseOf('newer', '', migrated) }),
    sentence: /^This database was used by a newer Tandem, .*9999_of_tomorrow.*restore a backup/,
  },
  {
    title: 'a database of another program',
    env: async () => ({
      DATABASE_URL: await sandbox.databaseOf('foreign', '', 'create table invoice (id int)'),
    }),
    sentence: /^The database in DATABASE_URL holds tables of another program \(invoice\)\. Give /,
  },
  {
    title: 'a database in SQL_ASCII',
    env: async () => ({
      DATABASE_URL: await sandbox.databaseOf(
        'ascii',
        "encoding 'SQL_ASCII' template template0 locale_provider libc locale 'C'",
      ),
    }),
    sentence: /^The database in DATABASE_URL has the encoding SQL_ASCII; create one with: /,
  },
  {
    title: 'a database that does not exist',
    env: () => ({ DATABASE_URL: sandbox.cluster.url.replace(/\/tandem(?=\?)/, '/none') }),
    sentence: /^The database has no database of the name in DATABASE_URL; create it first\.$/,
  },
  {
    title: 'a DATABASE_URL with a port that is none',
    env: () => ({ DATABASE_URL: 'postgres://user:hush@127.0.0.1:99999/tandem' }),
    sentence: /^DATABASE_URL must be a URL like postgres:/,
  },
  {
    title: 'a DATABASE_URL with a bare sign in its password',
    env: () => ({ DATABASE_URL: 'postgres://user:hu#sh@127.0.0.1/tandem' }),
    sentence: /^DATABASE_URL must be a URL like .*%23/,
  },
  {
    title: 'a DATABASE_URL with a bare % in its password',
    env: () => ({ DATABASE_URL: 'postgres://user:hu%zzsh@127.0.0.1/tandem' }),
    sentence: /^DATABASE_URL holds a % that begins no code/,
  },
  {
    title: 'a certificate that is not there',
    env: () => ({
      DATABASE_URL: 'postgres://127.0.0.1/tandem?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
    }),
    sentence:
      /^DATABASE_URL names the certificate or key \/nowhere\/ca\.pem, which cannot be read \(ENOENT\)\.$/,
  },
  {
    title: 'a DATABASE_URL at which nothing listens',
    env: async () => ({ DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/tandem` }),
    sentence: /^The database does not answer: nothing listens at the address in DATABASE_URL\.$/,
  },
  {
    title: 'a DATABASE_URL of another kind of server',
    env: async () => ({ DATABASE_URL: `postgres://127.0.0.1:${await otherProgram()}/tandem` }),
    sentence: /^The database (does not speak as PostgreSQL does|hangs up at once)/,
  },
  {
    title: 'a DATABASE_URL with an unknown host',
    env: () => ({ DATABASE_URL: 'postgres://database.invalid/tandem' }),
    sentence: /^The database has a host name that .*DATABASE_URL/,
  },
  {
    title: 'an unreachable REDIS_URL',
    env: async () => ({
      DATABASE_URL: await sandbox.databaseOf('no_redis'),
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
    }),
    sentence: /^The Redis at REDIS_URL does not answer: .* unset REDIS_URL/,
  },
  {
    title: 'a REDIS_URL of another kind of server',
    env: async () => ({
      DATABASE_URL: await sandbox.databaseOf('odd_redis'),
      REDIS_URL: `redis://127.0.0.1:${await otherProgram()}`,
    }),
    sentence: /^The Redis at REDIS_URL /,
  },
  {
    title: 'a REDIS_URL with a port that is none',
    env: () => ({ REDIS_URL: 'redis://127.0.0.1:70000' }),
    sentence: /^REDIS_URL must be a URL like redis:\/\/host:6379\.$/,
  },
  {
    title: 'TRUST_PROXY that trusts everyone',
    env: () => ({ TRUST_PROXY: '0.0.0.0/0' }),
    sentence: /^TRUST_PROXY must be off, on, .*never all addresses.*, not "0\.0\.0\.0\/0"\.$/,
  },
  {
    title: 'a DATA_DIR that is a file',
    env() {
      const file = path.join(sandbox.folder, 'a-file');
      writeFileSync(file, '');
      return { DATA_DIR: file, SECRET_KEY: KEY, DATABASE_URL: sandbox.cluster.url };
    },
    sentence: /^DATA_DIR .*a-file can't be used: .*a-file is a file\. Choose a folder\.$/,
  },
  {
    title: 'a DATA_DIR below a file',
    env() {
      const file = path.join(sandbox.folder, 'another-file');
      writeFileSync(file, '');
      return { DATA_DIR: path.join(file, 'data') };
    },
    sentence: /^DATA_DIR .*another-file is a file\. Choose a folder\.$/,
  },
  {
    title: 'a DATA_DIR that cannot be written',
    env() {
      if (process.getuid?.() === 0) return { DATA_DIR: '/proc/tandem/data' };
      const shut = path.join(sandbox.folder, 'shut');
      mkdirSync(shut, { mode: 0o500 });
      return { DATA_DIR: path.join(shut, 'data') };
    },
    sentence: /^DATA_DIR .* can't be used: it .*hoose .*folder\.$/,
  },
  {
    title: 'an SMTP_URL with a port that is none',
    env: () => ({ SMTP_URL: 'smtp://127.0.0.1:99999' }),
    sentence: /^SMTP_URL must be a URL like smtp:\/\/user:password@host:587\.$/,
  },
  {
    title: 'a part of OIDC_* written together',
    env: () => ({ OIDC_ACME_CLIENTID: 'tandem' }),
    sentence: /^OIDC_ACME_CLIENTID is no variable of Tandem\. Did you mean OIDC_ACME_CLIENT_ID\?$/,
  },
  {
    title: 'a part of OIDC_* misspelt',
    env: () => ({ OIDC_ACME_CLIENT_SECRT: 'hush' }),
    sentence: /^OIDC_ACME_CLIENT_SECRT is no variable of Tandem\. Did you mean OIDC_ACME_CLIENT_SECRET\?$/,
  },
  {
    title: 'OIDC_* without an id',
    env: () => ({ OIDC_CLIENT_ID: 'tandem' }),
    sentence: /^OIDC_CLIENT_ID is no variable of Tandem\. Did you mean OIDC_EXAMPLE_CLIENT_ID, /,
  },
  {
    title: 'a HOST that looks like an address',
    env: () => ({ HOST: '999.1.1.1' }),
    sentence: /^HOST must be a host name or an IP address, not "999\.1\.1\.1"\.$/,
  },
  {
    title: 'a HOST that nobody knows',
    env: async () => ({ HOST: 'foo.invalid', DATABASE_URL: await sandbox.databaseOf('host') }),
    sentence: /^Nobody knows the name foo\.invalid\. Set HOST to /,
  },
  {
    title: 'a HOST of another machine',
    env: async () => ({ HOST: '192.0.2.7', DATABASE_URL: await sandbox.databaseOf('elsewhere') }),
    sentence: /^This machine does not have the address 192\.0\.2\.7\. Set HOST to /,
  },
];

describe('a misconfigured server', () => {
  it.each(cases)('says in one sentence what to do about $title', async ({ env, sentence }) => {
    const ended = await sandbox.run(await env());
    expect(ended.code, ended.stdout + ended.stderr).toBe(1);
    expectSentence(ended.stderr, sentence);
  });

  it('adds the stack trace on request', async () => {
    const { code, stderr } = await sandbox.run({
      HOST: 'foo.invalid',
      LOG_LEVEL: 'debug',
      DATABASE_URL: await sandbox.databaseOf('debug'),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Nobody knows the name foo\.invalid/);
    expect(stderr).toMatch(/^\s+at /m);
  });

  it('warns of variable names with a typo', async () => {
    const { code, stdout } = await sandbox.run({
      DATABASE_URL: await sandbox.databaseOf('warned'),
      PUBLIC_URI: 'https://tandem.example.org',
      SECRETKEY: KEY,
      HTTP_URL: 'http://elsewhere.example.org',
    });
    expect(code).toBe(0);
    expect(stdout).toContain(
      'PUBLIC_URI is no variable of Tandem and has no effect. Did you mean PUBLIC_URL?',
    );
    expect(stdout).toContain(
      'SECRETKEY is no variable of Tandem and has no effect. Did you mean SECRET_KEY?',
    );
    expect(stdout).not.toContain('HTTP_URL');
  });
});
