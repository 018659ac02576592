import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { BackupError } from './error.ts';
import { formatVersion, type Manifest, product, type Totals } from './manifest.ts';
import { type BackupTable, listMigrations, listTables, quoted } from './tables.ts';

/** Bytes of a table in one entry: an archive names the size before the content, a table can't. */
const PART_BYTES = 4 * 1024 * 1024;

export interface WriteOptions {
  url: string;
  /** Folder of files that belong to the rows; need not exist. */
  filesDir: string;
  /** File of the generated secret key; null when the key comes from the environment. */
  secretKeyFile: string | null;
  madeBy: string;
  to: Writable;
}

/**
 * Writes a whole backup (a compressed tar archive) of one moment of the database. Needs little memory, however
 * much there is. Work that waits in the queue is not in it.
 * @throws BackupError when the database was never Tandem's
 */
export async function writeBackup({
  url,
  filesDir,
  secretKeyFile,
  madeBy,
  to,
}: WriteOptions): Promise<Totals> {
  const client = new pg.Client({ connectionString: url, application_name: 'tandem backup' });
  await client.connect();
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: 6 }), to);
  // Handled by the await below; until then a failing disk must not be an unhandled rejection.
  written.catch((error) => archive.destroy(error));
  try {
    await client.query('begin isolation level repeatable read read only');
    const migrations = await listMigrations(client);
    if (!migrations)
      throw new BackupError('There is nothing to back up: this database was never used by Tandem.');
    const tables = await listTables(client);
    const manifest: Manifest = {
      product,
      format: formatVersion,
      createdAt: new Date().toISOString(),
      madeBy,
      migrations,
      tables,
      hasSecretKey: secretKeyFile !== null,
    };
    await addEntry(archive, 'manifest.json', JSON.stringify(manifest));
    if (secretKeyFile) await addEntry(archive, 'secret.key', readFileSync(secretKeyFile));
    const totals: Totals = { rows: {}, files: 0 };
    for (const table of tables) totals.rows[table.name] = await addTable(archive, client, table);
    for (const file of filesBelow(filesDir)) if (await addFile(archive, filesDir, file)) totals.files += 1;
    await addEntry(archive, 'end.json', JSON.stringify(totals));
    archive.finalize();
    await written;
    return totals;
  } finally {
    archive.destroy();
    await client.end();
  }
}

async function addTable(archive: Pack, client: pg.Client, { name, columns }: BackupTable): Promise<number> {
  const rows = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`));
  let held: Buffer[] = [];
  let size = 0;
  let part = 0;
  const flush = async () => {
    part += 1;
    await addEntry(archive, `tables/${name}/${String(part).padStart(6, '0')}`, Buffer.concat(held));
    held = [];
    size = 0;
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    held.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  if (size > 0) await flush();
  return rows.rowCount;
}

function addEntry(archive: Pack, name: string, content: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.once('error', reject);
    archive.entry({ name, mode: 0o600 }, content, (error) => {
      archive.off('error', reject);
      if (error) reject(error);
      else resolve();
    });
  });
}

/** @returns false when it was deleted since it was listed, as a running server does with unused content */
async function addFile(archive: Pack, root: string, file: string): Promise<boolean> {
  const found = statSync(path.join(root, file), { throwIfNoEntry: false });
  if (!found) return false;
  const { size } = found;
  const name = `files/${file}`;
  if (size === 0) {
    await addEntry(archive, name, '');
    return true;
  }
  // Files never change; one that grew anyway is cut at the declared size.
  const entry = archive.entry({ name, size, mode: 0o600 });
  await pipeline(createReadStream(path.join(root, file), { end: size - 1 }), entry);
  return true;
}

function filesBelow(root: string): string[] {
  try {
    return (
      readdirSync(root, { recursive: true, withFileTypes: true })
        // An incomplete file has a temporary name; names with a leading dot belong to the folder.
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.half') && !entry.name.startsWith('.'))
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .sort()
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
