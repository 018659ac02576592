import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Db, transaction } from '@tandem/db';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { insertKept } from './file.repo.ts';
import { withTemporary } from './temporary.ts';

/** Contents stored at the same time. */
const AT_ONCE = 12;
/** Bytes up to which a file is stored from memory. */
const SMALL_BYTES = 256 * 1024;

/** Content that a channel is to keep: a file of this machine, which stays where it is, or bytes. */
export interface ContentToKeep {
  hash: string;
  size: number;
  source: string | Uint8Array;
}

/**
 * Stores contents, and has a channel keep them until it is erased. What needs them is stored afterwards: it may rely
 * on them from then on.
 * @throws AppError `conflict` when a file is not what its hash says
 */
export async function keepContents(
  platform: Platform,
  db: Db,
  channelId: string,
  contents: readonly ContentToKeep[],
): Promise<void> {
  const waiting = [...new Map(contents.map((content) => [content.hash, content])).values()];
  if (waiting.length === 0) return;
  // From here on nothing removes them, and what is not there will not vanish after it was found.
  await transaction(db, (tx) => insertKept(tx, channelId, waiting));
  const store = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await storeContent(platform, next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, store));
}

async function storeContent({ storage, settings }: Platform, { hash, size, source }: ContentToKeep) {
  if (await storage.has(hash)) return;
  if (typeof source !== 'string') return storage.put(hash, source);
  if (size <= SMALL_BYTES) {
    const bytes = await readFile(source);
    await storage.put(verified(hash, createHash('sha256').update(bytes)), bytes);
    return;
  }
  await withTemporary(settings.dataDir, async (file) => {
    await copyFile(source, file, constants.COPYFILE_FICLONE);
    const copy = createHash('sha256');
    await pipeline(createReadStream(file), copy);
    await storage.put(verified(hash, copy), { file, size });
  });
}

/** Everyone relies on contents being what they are called: a file that was changed meanwhile is not stored. */
function verified(hash: string, actual: Hash): string {
  if (actual.digest('hex') !== hash) throw new AppError('conflict');
  return hash;
}
