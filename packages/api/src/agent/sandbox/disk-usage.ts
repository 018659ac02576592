import { lstat, opendir, statfs } from 'node:fs/promises';
import path from 'node:path';

/** Bytes and files that a disk has lost before the folder itself is measured. */
const NOTICED: Amount = { bytes: 64 * 1024 * 1024, files: 2_000 };

interface Amount {
  bytes: number;
  files: number;
}

/**
 * Returns a function that tells whether a folder has grown beyond a limit since. It asks the disk, which answers at
 * once; only when that lost a lot is the folder measured, since others use the disk as well.
 */
export async function watchGrowth(folder: string, limit: Amount): Promise<() => Promise<boolean>> {
  let free = await freeOn(folder);
  return async () => {
    const now = await freeOn(folder);
    const isFuller = free.bytes - now.bytes >= NOTICED.bytes;
    if (!isFuller && free.files - now.files < NOTICED.files) return false;
    free = now;
    const held = await amountIn(folder, limit, isFuller);
    return held.bytes > limit.bytes || held.files > limit.files;
  };
}

async function freeOn(folder: string): Promise<Amount> {
  const { bsize, bfree, ffree } = await statfs(folder);
  return { bytes: bsize * bfree, files: ffree };
}

/**
 * What a folder holds, without following links; stops once it is more than `enough`.
 * @param isSized whether bytes are counted: otherwise no file is looked at
 */
async function amountIn(folder: string, enough: Amount, isSized: boolean): Promise<Amount> {
  const amount = { bytes: 0, files: 0 };
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    // A folder may have gone again, or its name may be too long by now: then its parents are what counts.
    const entries = await opendir(next, { bufferSize: 1_024 }).catch(() => []);
    for await (const entry of entries) {
      amount.files += 1;
      const at = path.join(next, entry.name);
      if (entry.isDirectory()) folders.push(at);
      // Blocks, not the length: files may have holes.
      else if (isSized) amount.bytes += ((await lstat(at).catch(() => null))?.blocks ?? 0) * 512;
      if (amount.bytes > enough.bytes || amount.files > enough.files) return amount;
    }
  }
  return amount;
}
