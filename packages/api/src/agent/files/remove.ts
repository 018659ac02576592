import { randomUUID } from 'node:crypto';
import { chmod, lstat, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';

/** Depth and bytes from which on folders are moved up, since a path has a maximum length. */
const MAX_DEPTH = 40;
const MAX_BYTES = 2_000;

/**
 * Removes a file, or a folder with all it holds, without following links: also folders that nobody may enter, those
 * deeper than a path can name, and names that are no text. Removing what does not exist is allowed.
 */
export async function removeTree(target: string | Buffer): Promise<void> {
  const top = Buffer.from(target);
  const found = await lstat(top).catch(() => null);
  if (!found) return;
  if (!found.isDirectory()) return unlink(top);
  const tops = [top];
  for (let next = tops.pop(); next; next = tops.pop()) await removeFolder(next, tops);
}

/** @param moved receives folders that were too deep, beside this one */
async function removeFolder(top: Buffer, moved: Buffer[]): Promise<void> {
  const folders = [{ at: top, depth: 0 }];
  // Grows while it is walked; each folder comes before those within it.
  for (const { at, depth } of folders) {
    await chmod(at, 0o700);
    for (const entry of await readdir(at, { withFileTypes: true, encoding: 'buffer' })) {
      const inner = within(at, entry.name);
      if (!entry.isDirectory()) await unlink(inner);
      else if (depth < MAX_DEPTH && inner.length < MAX_BYTES) folders.push({ at: inner, depth: depth + 1 });
      else {
        const beside = within(Buffer.from(path.dirname(String(top))), Buffer.from(`.${randomUUID()}`));
        await chmod(inner, 0o700);
        await rename(inner, beside);
        moved.push(beside);
      }
    }
  }
  for (const { at } of folders.reverse()) await rmdir(at);
}

/** The path of what is in a folder, also where its name is no text. */
export function within(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from('/'), name]);
}
