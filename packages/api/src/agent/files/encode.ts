import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { FileEntry } from './entries.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Rows of a manifest: a path and its file, or a path alone that is gone. */
type Row =
  | [path: string, hash: string, size: number, isExecutable: 0 | 1, modifiedAt: number]
  | [path: string];

/** Writes files, or changes to files, as the body of a manifest. */
export function encodeEntries(entries: Iterable<{ path: string; after: FileEntry | null }>): Promise<Buffer> {
  const rows: Row[] = [];
  for (const { path, after } of entries)
    rows.push(after ? [path, after.hash, after.size, after.isExecutable ? 1 : 0, after.modifiedAt] : [path]);
  return deflate(JSON.stringify(rows), { level: 3 });
}

/** Reads the body of a manifest. */
export async function decodeEntries(body: Buffer): Promise<{ path: string; after: FileEntry | null }[]> {
  const rows: Row[] = JSON.parse((await inflate(body)).toString('utf8'));
  return rows.map((row) =>
    row.length === 1
      ? { path: row[0], after: null }
      : {
          path: row[0],
          after: { hash: row[1], size: row[2], isExecutable: row[3] === 1, modifiedAt: row[4] },
        },
  );
}
