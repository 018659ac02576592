import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** macOS takes 103 bytes of socket address, Linux 107; the longest socket name in the folder has under 24. */
const longestFolder = 103 - 24;
const longestTemporaryFolder = longestFolder - 30;

/**
 * A name for `folder` under which sockets in it can be addressed. A long one gets a link in a private folder
 * of the system's temporary folder; the sockets themselves stay where they are, so that two processes that
 * know the folder by different names still meet.
 */
export function shortName(folder: string): string {
  if (Buffer.byteLength(folder) <= longestFolder) return folder;
  const link = path.join(privateFolder(), createHash('sha256').update(folder).digest('hex').slice(0, 12));
  if (targetOf(link) === folder) return link;
  const fresh = `${link}.${process.pid}`;
  rmSync(fresh, { force: true });
  symlinkSync(folder, fresh);
  renameSync(fresh, link);
  return link;
}

function privateFolder(): string {
  const base = Buffer.byteLength(tmpdir()) <= longestTemporaryFolder ? tmpdir() : '/tmp';
  const folder = path.join(base, `tandem-${process.getuid?.()}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch {
    // It exists: from an earlier start, or prepared by somebody else.
  }
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  const ours = stat?.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0;
  return ours ? folder : mkdtempSync(path.join(base, 'tandem-'));
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}
