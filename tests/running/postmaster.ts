import { readFileSync } from 'node:fs';
import path from 'node:path';

/** As the launcher marks a lock file whose process is gone. */
const NOBODYS_PID = 2_147_483_647;

/**
 * The process of the embedded database by its lock file.
 * @param dir folder of the cluster
 * @returns null while the file is not there, is half written, or names a process that is gone
 */
export function postmasterOf(dir: string): number | null {
  try {
    const [first = ''] = readFileSync(path.join(dir, 'data/postmaster.pid'), 'utf8').split('\n');
    const pid = Number(first);
    return pid > 0 && pid !== NOBODYS_PID ? pid : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
