import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { OperatorError } from '../operator-error.ts';
import { BackupError } from './error.ts';
import { type Manifest, parseManifest, parseTotals, type Totals } from './manifest.ts';

/** Receives a backup entry by entry, in the order of the archive. */
export interface BackupReader {
  secretKey?(key: Buffer): Promise<void>;
  /** A piece of a table, which comes in one or more. */
  tablePart?(table: string, content: Readable): Promise<void>;
  /** `name` is relative and stays inside the folder of files. */
  file?(name: string, content: Readable): Promise<void>;
}

/**
 * Reads a whole backup.
 * @throws BackupError when it is invalid, damaged or truncated
 */
export async function readBackup(
  file: string,
  begin: (manifest: Manifest) => Promise<BackupReader>,
): Promise<{ manifest: Manifest; totals: Totals }> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  const entries = extract();
  source.on('error', (error) => entries.destroy(error));
  gunzip.on('error', (error) => entries.destroy(error));
  source.pipe(gunzip).pipe(entries);
  let manifest: Manifest | null = null;
  let totals: Totals | null = null;
  let reader: BackupReader = {};
  try {
    for await (const entry of entries) {
      const { name } = entry.header;
      if (!manifest) {
        if (name !== 'manifest.json') throw new BackupError('This file is not a backup of Tandem.');
        manifest = parseManifest(await text(Readable.from(entry)));
        reader = await begin(manifest);
      } else if (name === 'end.json') totals = parseTotals(await text(Readable.from(entry)));
      else await handOn(reader, manifest, name, Readable.from(entry));
    }
  } catch (error) {
    throw explain(error, file);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  if (!manifest) throw new BackupError('This file is not a backup of Tandem.');
  if (!totals) throw new BackupError('This backup is not whole: its end is missing.');
  return { manifest, totals };
}

async function handOn(
  reader: BackupReader,
  manifest: Manifest,
  name: string,
  entry: Readable,
): Promise<void> {
  const [kind, ...rest] = name.split('/');
  const [table = ''] = rest;
  if (kind === 'tables' && manifest.tables.some((known) => known.name === table) && reader.tablePart)
    await reader.tablePart(table, entry);
  else if (kind === 'files' && isInside(rest) && reader.file) await reader.file(rest.join('/'), entry);
  else if (name === 'secret.key' && reader.secretKey) await reader.secretKey(await buffer(entry));
  // The next entry comes only after this one was read.
  else entry.resume();
}

function isInside(segments: string[]): boolean {
  return (
    segments.length > 0 &&
    segments.every((segment) => segment !== '' && segment !== '..' && !/[\\\0]/.test(segment))
  );
}

function explain(error: unknown, file: string): unknown {
  if (error instanceof OperatorError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (error.message.startsWith('Unexpected end of data') || code === 'Z_BUF_ERROR')
    return new BackupError('This backup is not whole: its end is missing.', error);
  if (code === 'ENOSPC') return new BackupError('The disk is full: make room and restore again.', error);
  // An error of the file itself, not of the destination.
  if ('path' in error && error.path === file && code.startsWith('E'))
    return new BackupError(`${file} can't be read (${code}).`, error);
  if (code === 'EISDIR') return new BackupError(`${file} can't be read (${code}).`, error);
  // Damaged compression, and errors of the archive inside it.
  if (code.startsWith('Z_') || /^(?:Invalid (?:tar )?header|Header exceeds)/.test(error.message))
    return new BackupError('This file is not a backup of Tandem, or it is damaged.', error);
  return error;
}
