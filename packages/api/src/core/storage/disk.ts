import { randomUUID } from 'node:crypto';
import {
  access,
  constants,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../errors.ts';
import { pathOfKey, type Storage } from './storage.ts';

/** Files in a folder of this machine, or of one that several servers share. */
export function diskStorage(folder: string): Storage {
  const at = (key: string) => path.join(folder, pathOfKey(key));

  return {
    async put(key, source) {
      const target = at(key);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const half = `${target}.${randomUUID()}.half`;
      try {
        if (source instanceof Uint8Array) await writeNew(half, source);
        else await take(source.file, half);
        await synced(half);
        // Atomic: readers see the whole file or none.
        await rename(half, target);
      } finally {
        await rm(half, { force: true });
      }
      await synced(path.dirname(target));
    },

    async read(key, range) {
      const handle = await openToRead(at(key));
      return handle.createReadStream(range ? { start: range.start, end: range.end } : {});
    },

    async has(key) {
      return (await stat(at(key)).catch(orNull)) !== null;
    },

    remove: (key) => rm(at(key), { force: true }),
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.R_OK | constants.W_OK);
    },

    close: async () => {},
  };
}

async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
}

/** Moves a file here, possibly from another disk. */
async function take(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from, { force: true });
  }
}

/** Makes it survive a power cut. Not every system supports this for a folder. */
async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return;
  await handle.sync().catch((error: unknown) => {
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'EINVAL') throw error;
  });
  await handle.close();
}

async function openToRead(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r');
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new AppError('notFound', {}, error) : error;
  }
}

function orNull(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
