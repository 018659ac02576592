import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Db, transaction } from '@tandem/db';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { deleteKeptBut, insertKept, keptBytes, touchKept } from './kept.repo.ts';
import { withTemporary } from './temporary.ts';

/** Contents stored at the same time. */
const AT_ONCE = 12;
/** Bytes up to which a file is stored from memory. */
const SMALL_BYTES = 256 * 1024;
/** Megabytes that a channel keeps unless operators decide. */
const MEGABYTES = 5_120;
/** Hours for which contents that were asked for are kept though nothing names them yet. */
export const SPARED_HOURS = 24;

/** Content that a channel is to keep: a file of this machine, which stays where it is, or bytes. */
export interface ContentToKeep {
  hash: string;
  size: number;
  source: string | Uint8Array;
  /** Whether it was read from the storage: it is looked for there only if the channel did not keep it. */
  isStored?: boolean;
}

/**
 * Stores contents, and has a channel keep them until it is erased. What needs them is stored afterwards: it may rely
 * on them from then on.
 * @throws AppError `agentFilesFull` before anything is stored when the channel would keep more than it may, `conflict`
 * when a file is not what its hash says
 */
export async function keepContents(
  platform: Platform,
  db: Db,
  channelId: string,
  contents: readonly ContentToKeep[],
): Promise<void> {
  const all = [...new Map(contents.map((content) => [content.hash, content])).values()];
  if (all.length === 0) return;
  // From here on nothing removes them, and what is not there will not vanish after it was found.
  const fresh = await transaction(db, (tx) => insertWithin(platform, tx, channelId, all));
  const waiting = all.filter(({ hash, isStored }) => !isStored || fresh.has(hash));
  const store = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await storeContent(platform, next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, store));
}

/**
 * Has a channel keep contents that another one keeps, without reading them.
 * @throws AppError `notFound` when the other does not keep one of them, or gave it up, `agentFilesFull`
 */
export async function shareContents(
  platform: Platform,
  tx: Db,
  { from, to }: { from: string; to: string },
  contents: Iterable<{ hash: string; size: number }>,
): Promise<void> {
  const all = new Map([...contents].map(({ hash, size }) => [hash, { hash, size }]));
  if (all.size === 0) return;
  await holdContents(tx, from, new Set(all.keys()));
  await insertWithin(platform, tx, to, [...all.values()]);
}

/** @throws AppError `agentFilesFull` when the channel would keep more than it may */
async function insertWithin(
  { settings }: Platform,
  tx: Db,
  channelId: string,
  contents: readonly { hash: string; size: number }[],
): Promise<Set<string>> {
  const megabytes = settings.agentMegabytes ?? MEGABYTES;
  const inserted = await insertKept(tx, channelId, contents);
  if (inserted.size > 0 && (await keptBytes(tx, channelId)) > megabytes * 1024 * 1024)
    throw new AppError('agentFilesFull', { most: megabytes });
  return inserted;
}

/**
 * Has contents that a channel keeps stay, because something is stored in this transaction that names them.
 * @throws AppError `notFound` when it does not keep one of them, or gave it up
 */
export async function holdContents(tx: Db, channelId: string, hashes: ReadonlySet<string>): Promise<void> {
  if (hashes.size === 0) return;
  if ((await touchKept(tx, channelId, [...hashes])) < hashes.size) throw new AppError('notFound');
}

/**
 * Has a channel give up contents that nothing of it names, unless they were asked for lately. The bytes go with the next
 * sweep of files.
 * @returns how many it gave up
 */
export function giveUpContents(db: Db, channelId: string, named: ReadonlySet<string>): Promise<number> {
  return deleteKeptBut(db, channelId, { hashes: [...named], sparedHours: SPARED_HOURS });
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
