import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** Space for a whole run, several times over. */
const ROOM_BYTES = 4 * 2 ** 30;
/** Folders of runs that were killed are older than any run takes. */
const STALE_MS = 6 * 60 * 60_000;

/**
 * Puts temporary folders of this process and its children in memory, if the machine has space. Tests create
 * databases by the hundred, each of some thousand small files: on a disk, creating and removing those costs
 * as much processor time as the tests. `TMPDIR` overrides it.
 */
export function keepScratchInMemory(): void {
  if (process.env.TMPDIR || process.platform !== 'linux') return;
  const folder = path.join(MEMORY, `tandem-tests-${process.getuid?.() ?? 0}`);
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM_BYTES) return;
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    removeStale(folder);
    process.env.TMPDIR = folder;
  } catch {
    // Without a place in memory, or one that is not ours, there is the disk.
  }
}

function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > STALE_MS) rmSync(file, { recursive: true, force: true });
  }
}
