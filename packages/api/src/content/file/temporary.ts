import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Platform } from '../../core/platform.ts';

/** Milliseconds without growth after which an upload's server must have died. */
const STALE_MS = 30 * 60_000;

function folderIn(dataDir: string): string {
  return path.join(dataDir, 'tmp');
}

/** The name of a file that does not exist yet. */
export function temporaryIn(dataDir: string): string {
  return path.join(folderIn(dataDir), randomUUID());
}

/**
 * Runs `work` with the name of a file that does not exist yet, and removes the file afterwards.
 * @param file its name, which `temporaryIn` made
 */
export async function withTemporary<T>(
  dataDir: string,
  work: (file: string) => Promise<T>,
  file = temporaryIn(dataDir),
): Promise<T> {
  await mkdir(folderIn(dataDir), { recursive: true, mode: 0o700 });
  try {
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Runs `work` with a maker of such names, and removes all of the files afterwards. */
export async function withTemporaries<T>(
  dataDir: string,
  work: (next: () => string) => Promise<T>,
): Promise<T> {
  await mkdir(folderIn(dataDir), { recursive: true, mode: 0o700 });
  const files: string[] = [];
  const next = () => {
    const file = temporaryIn(dataDir);
    files.push(file);
    return file;
  };
  try {
    return await work(next);
  } finally {
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }
}

/** Runs `work` with a copy of a stored content on the disk, for a child process that reads it there. */
export function withContent<T>(
  { settings, storage }: Pick<Platform, 'settings' | 'storage'>,
  hash: string,
  work: (file: string) => Promise<T>,
  at?: string,
): Promise<T> {
  const read = async (file: string) => {
    await pipeline(await storage.read(hash), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return work(file);
  };
  return withTemporary(settings.dataDir, read, at);
}

/**
 * Removes leftovers of a killed server.
 * @param onlyServer whether no other server can be writing there now
 */
export async function sweepTemporary(
  dataDir: string,
  { onlyServer }: { onlyServer: boolean },
): Promise<void> {
  const folder = folderIn(dataDir);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && (onlyServer || Date.now() - found.mtimeMs > STALE_MS))
      await rm(file, { force: true, recursive: true });
  }
}
