import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { connect, type Database, transaction } from '@tandem/db';
import { BackupError } from '@tandem/db/backup/error';
import { restoreBackup } from '@tandem/db/backup/restore';
import { writeBackup } from '@tandem/db/backup/write';
import { makeChannel, makeMessage, makeWorkspace } from '@tandem/db/testing/factories/index';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, execute } from '../harness/databases.ts';

interface Looked extends Database {
  /** Addresses that clients use; our own connection does not count as a server of Tandem's. */
  address: string;
}

let folder: string;
let source: Looked;
let target: Looked;
const drops: (() => Promise<void>)[] = [];

async function open(): Promise<Looked> {
  const { url, drop } = await createDatabase();
  const name = `${url.includes('?') ? '&' : '?'}application_name=test`;
  const database = connect({ url: url + name, maxConnections: 2 });
  drops.push(async () => {
    await database.close();
    await drop();
  });
  return { ...database, address: url };
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tandem-backup-'));
  source = await open();
  target = await open();
});
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop();
  rmSync(folder, { recursive: true });
});

const file = () => path.join(folder, 'backup.tar.gz');
const filesDir = (name: string) => path.join(folder, name);

function backup({ secretKeyFile = null as string | null } = {}) {
  return writeBackup({
    url: source.address,
    filesDir: filesDir('from'),
    secretKeyFile,
    madeBy: '0.0.0',
    to: createWriteStream(file()),
  });
}

function restore({ force = false, keepSecretKey = (_key: Buffer) => {} } = {}) {
  return restoreBackup({ file: file(), url: target.address, filesDir: filesDir('to'), force, keepSecretKey });
}

async function fill(messages = 3) {
  const { app, owner, team } = await makeWorkspace(source.db);
  await source.db.updateTable('user').set({ currentTeamId: team.id }).where('id', '=', owner.id).execute();
  const parent = await makeChannel(source.db, {
    appId: app.id,
    creatorId: owner.id,
    name: 'Tab\tline\nnull \\N 漢字',
  });
  const child = await makeChannel(source.db, { appId: app.id, creatorId: owner.id, parentId: parent.id });
  for (let number = 0; number < messages; number++)
    await makeMessage(source.db, {
      channelId: child.id,
      authorId: owner.id,
      text: `Message ${number} "quoted" \u2028`,
    });
  return { app, owner };
}

/** Every row of every table, as PostgreSQL writes it. */
async function contents({ db }: Database): Promise<Record<string, string[]>> {
  const names = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname not like 'kysely%' order by 1`.execute(db);
  const found: Record<string, string[]> = {};
  for (const { name } of names.rows) {
    const rows = await sql<{
      row: string;
    }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(db);
    found[name] = rows.rows.map(({ row }) => row);
  }
  return found;
}

describe('backup and restore', () => {
  it('bring back every row and file', async () => {
    const { owner } = await fill();
    mkdirSync(path.join(filesDir('from'), 'ab'), { recursive: true });
    writeFileSync(path.join(filesDir('from'), 'ab/empty'), '');
    writeFileSync(path.join(filesDir('from'), 'ab/being-stored.half'), 'half');
    writeFileSync(path.join(filesDir('from'), 'ab/full'), Buffer.alloc(3_000_000, 7));
    const totals = await backup();
    expect(totals).toMatchObject({ rows: { message: 3, user: 1 }, files: 2 });

    await restore();
    expect(await contents(target)).toEqual(await contents(source));
    expect(readFileSync(path.join(filesDir('to'), 'ab/full')).length).toBe(3_000_000);
    expect(readFileSync(path.join(filesDir('to'), 'ab/empty')).length).toBe(0);
    // Counters go on, and references between tables are checked again.
    const user = await target.db
      .insertInto('user')
      .values({ email: 'next@example.test', name: 'Next' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(user.id).toBeGreaterThan(owner.id);
    const orphan = sql`update "user" set "currentTeamId" = gen_random_uuid()`.execute(target.db);
    await expect(orphan).rejects.toThrow(/foreign key/);
  });

  it('capture one moment, however much is written meanwhile', async () => {
    const { app, owner } = await fill(0);
    const channel = await makeChannel(source.db, { appId: app.id, creatorId: owner.id });
    let writing = true;
    const writer = (async () => {
      for (let number = 0; writing; number++)
        await transaction(source.db, (tx) =>
          makeMessage(tx, { channelId: channel.id, text: `${number} ${'x'.repeat(500)}` }),
        );
    })();
    await backup();
    writing = false;
    await writer;
    await restore();
    const { rows } = await sql<{ counted: number; there: number }>`
      select h."messageCount"::int as counted, (select count(*)::int from message) as there
      from channel_head h where h."channelId" = ${channel.id}`.execute(target.db);
    expect(rows[0]?.there).toBe(rows[0]?.counted);
  });

  it('leave a database with content alone, unless told otherwise', async () => {
    await fill();
    await backup();
    await makeWorkspace(target.db);
    const before = await contents(target);
    await expect(restore()).rejects.toThrow(/People have accounts/);
    expect(await contents(target)).toEqual(before);
    await restore({ force: true });
    expect(await contents(target)).toEqual(await contents(source));
  });

  it('refuse a foreign database, even when told otherwise', async () => {
    await backup();
    await sql`drop schema public cascade`.execute(target.db);
    await sql`create schema public`.execute(target.db);
    await sql`create table theirs (id int)`.execute(target.db);
    await expect(restore({ force: true })).rejects.toThrow(/not Tandem’s/);
  });

  it('refuse a backup of a newer schema', async () => {
    await execute(
      source.address,
      `insert into kysely_migration (name, timestamp) values ('9999_future', now()::text)`,
    );
    await backup();
    await expect(restore()).rejects.toThrow(/newer Tandem.*9999_future/);
  });

  it('refuse a damaged backup before touching anything', async () => {
    await fill();
    await backup();
    const whole = readFileSync(file());
    await makeWorkspace(target.db);
    const before = await contents(target);

    truncateSync(file(), Math.floor(whole.length / 2));
    await expect(restore({ force: true })).rejects.toThrow(/not whole/);
    writeFileSync(file(), 'not an archive');
    await expect(restore({ force: true })).rejects.toThrow(/not a backup/);
    // A backup whose tail was cut off and compressed again.
    const archive = gunzipSync(whole);
    writeFileSync(file(), gzipSync(archive.subarray(0, archive.indexOf('end.json'))));
    await expect(restore({ force: true })).rejects.toThrow(/not whole/);
    rmSync(file());
    await expect(restore({ force: true })).rejects.toThrow(/can't be read/);
    expect(await contents(target)).toEqual(before);
  });

  it('touch nothing when its secret key is refused', async () => {
    await fill();
    const secretKeyFile = path.join(folder, 'secret.key');
    writeFileSync(secretKeyFile, 'the key of another installation');
    await backup({ secretKeyFile });
    await makeWorkspace(target.db);
    const before = await contents(target);
    const keepSecretKey = () => {
      throw new BackupError('SECRET_KEY is set');
    };
    await expect(restore({ force: true, keepSecretKey })).rejects.toThrow('SECRET_KEY is set');
    expect(await contents(target)).toEqual(before);
    const kept: string[] = [];
    await restore({ force: true, keepSecretKey: (key) => kept.push(key.toString()) });
    expect(kept).toEqual(['the key of another installation']);
  });

  it('refuse to run beside a running server', async () => {
    await backup();
    const other = connect({ url: target.address, maxConnections: 1 });
    await sql`select 1`.execute(other.db);
    await expect(restore()).rejects.toThrow(/Stop it, then restore/);
    await other.close();
  });
});
