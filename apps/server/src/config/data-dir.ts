import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates the data folder if necessary, and checks that it is writable: all uploads pass through it.
 * @returns a sentence when it cannot be used, else null
 */
export function mistakeInDataDir(dataDir: string): string | null {
  try {
    const standing = nearestStanding(dataDir);
    if (!statSync(standing).isDirectory())
      return `DATA_DIR ${dataDir} can't be used: ${standing} is a file. Choose a folder.`;
    // Checked first: on a read-only disk Node reports a missing folder.
    accessSync(standing, constants.W_OK);
    makeBelow(standing, dataDir);
    const probe = path.join(dataDir, `.probe-${randomUUID()}`);
    writeFileSync(probe, 'x', { flag: 'wx', mode: 0o600 });
    rmSync(probe);
    return null;
  } catch (error) {
    return `DATA_DIR ${dataDir} can't be used: ${reasonOf(error)}.`;
  }
}

function nearestStanding(folder: string): string {
  return existsSync(folder) ? folder : nearestStanding(path.dirname(folder));
}

/** Folder by folder: where none can be created, as in /proc, Node's recursive way never ends. */
function makeBelow(standing: string, folder: string): void {
  if (folder === standing) return;
  makeBelow(standing, path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // A concurrently starting server was faster.
    if (!existsSync(folder)) throw error;
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'EROFS') return 'it lies on a disk that can only be read. Choose a folder that can be written';
  if (code === 'ENOSPC') return 'its disk is full. Make room, or choose another folder';
  if (code === 'EACCES' || code === 'EPERM')
    return 'it belongs to another user. Start as that user, or choose another folder';
  return `it can't be written (${code}). Choose another folder`;
}
