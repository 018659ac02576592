import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { chmod, lstat, open, readdir, rename } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { steadyMs } from '../../core/timing/steady.ts';
import { type FileEntry, MAX_FILE_BYTES, MAX_FILES, MAX_TOTAL_BYTES, Names } from './entries.ts';
import { foldersOf, MAX_DEPTH, MAX_NAME_BYTES, MAX_PATH_BYTES, pathProblem } from './path.ts';
import { removeTree, within } from './remove.ts';

/** Milliseconds within which a file may be written twice without its times telling. */
const BLURRED_MS = 20;
/** Files looked at, beyond which the rest is left out: many more than a workspace holds. */
const MAX_LOOKED_AT = 60_000;
/** Those left out that are named. */
const MAX_NAMED = 200;

/** What a file looked like when its content was known. */
export interface KnownFile extends FileEntry {
  inode: bigint;
  changedNs: bigint;
  modifiedNs: bigint;
}

/** Files of a folder as they were found or written, by path. */
export type KnownFiles = Map<string, KnownFile>;

/** Something that a workspace does not keep, with the reason. */
export interface LeftOut {
  path: string;
  reason: string;
}

export interface Snapshot {
  files: KnownFiles;
  /** Removed from the folder as well, so that it holds what was kept, and nothing that leads out of it. */
  leftOut: LeftOut[];
}

/**
 * Reads what a folder holds, without following links. Nothing may write to it meanwhile. Content is read again only
 * where a file's number, size or times differ from what is known: the time of its last change cannot be set. Where there
 * is too much, what is known is kept first.
 */
export async function takeSnapshot(
  folder: string,
  known: KnownFiles,
  { maxFiles = MAX_FILES }: { maxFiles?: number } = {},
): Promise<Snapshot> {
  const files: KnownFiles = new Map();
  const leftOut: LeftOut[] = [];
  const names = new Names();
  const began = steadyMs();
  let lookedAt = 0;
  let bytes = 0;
  const drop = async (at: Buffer, relative: string, reason: string) => {
    if (leftOut.length < MAX_NAMED) leftOut.push({ path: relative.toWellFormed(), reason });
    await removeTree(at);
  };

  /** @param only names what is looked at; the rest is passed over */
  async function visit(at: Buffer, relative: string, only: ReadonlySet<string> | null): Promise<void> {
    for (const entry of (await entriesOf(at)).sort((a, b) => a.name.compare(b.name))) {
      const name = entry.name.toString().normalize('NFC');
      const raw = relative === '' ? name : `${relative}/${name}`;
      if (only ? !only.has(raw) : files.has(raw) && entry.name.equals(Buffer.from(name))) continue;
      lookedAt += 1;
      const problem = lookedAt > MAX_LOOKED_AT ? 'too many files' : problemOf(entry.name, raw);
      const inner = problem ? within(at, entry.name) : await composed(at, entry.name);
      if (problem) await drop(within(at, entry.name), raw, problem);
      else if (!inner) await drop(within(at, entry.name), raw, 'has the same name as another');
      else if (entry.isDirectory()) await visit(inner, raw, only);
      else {
        const reason = await take(inner, raw);
        if (reason) await drop(inner, raw, reason);
      }
    }
  }

  async function take(at: Buffer, name: string): Promise<string | null> {
    const stat = await lstat(at, { bigint: true });
    if (stat.isSymbolicLink()) return 'is a link';
    if (!stat.isFile()) return 'is no file';
    const problem = pathProblem(name) ?? names.problemWith(name);
    if (problem) return problem;
    if (stat.size > MAX_FILE_BYTES) return 'too large';
    if (files.size >= maxFiles) return 'too many files';
    if (bytes + Number(stat.size) > MAX_TOTAL_BYTES) return 'too large together';
    const file = unchanged(known.get(name), stat) ?? (await readFile(at, stat));
    if (!file) return 'cannot be read';
    bytes += file.size;
    names.add(name);
    files.set(name, file);
    return null;
  }

  const top = Buffer.from(folder);
  if (known.size > 0)
    await visit(top, '', new Set([...known.keys()].flatMap((each) => [...foldersOf(each), each])));
  lookedAt = 0;
  await visit(top, '', null);
  await untilTold(began);
  return { files, leftOut };
}

/** Why nothing at or below a path is kept; null when something may be. */
function problemOf(name: Buffer, path: string): string | null {
  if (!Buffer.from(name.toString()).equals(name)) return 'is not valid Unicode';
  const names = path.split('/');
  if (Buffer.byteLength(names.at(-1) as string) > MAX_NAME_BYTES) return 'too long';
  // Judged before anything is asked of the system, which takes no longer paths either.
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return 'too long';
  return names.length > MAX_DEPTH ? 'too deep' : null;
}

/** Waits until whatever is written from now on has a later time than what was written before `sinceMs`. */
export async function untilTold(sinceMs: number): Promise<void> {
  const left = sinceMs + BLURRED_MS - steadyMs();
  if (left > 0) await setTimeout(left);
}

/**
 * Gives what is in a folder the composed form of its name, in which workspaces keep paths.
 * @returns its path; null when another has that name
 */
async function composed(folder: Buffer, name: Buffer): Promise<Buffer | null> {
  const at = within(folder, name);
  const normal = Buffer.from(name.toString().normalize('NFC'));
  // A name that is no text is found by its bytes.
  if (normal.equals(name) || !Buffer.from(name.toString()).equals(name)) return at;
  const to = within(folder, normal);
  if (await lstat(to).catch(() => null)) return null;
  await rename(at, to);
  return to;
}

function unchanged(known: KnownFile | undefined, stat: BigIntStats): KnownFile | null {
  const isSame =
    known &&
    known.inode === stat.ino &&
    known.changedNs === stat.ctimeNs &&
    known.modifiedNs === stat.mtimeNs &&
    BigInt(known.size) === stat.size;
  return isSame ? known : null;
}

/** Reads a file's content for its hash; null when it is not what was found, or cannot be read. */
async function readFile(file: Buffer, stat: BigIntStats): Promise<KnownFile | null> {
  const handle = await openReadable(file);
  if (!handle) return null;
  try {
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile() || opened.ino !== stat.ino) return null;
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 })) {
      size += (chunk as Buffer).length;
      hash.update(chunk as Buffer);
    }
    return {
      hash: hash.digest('hex'),
      size,
      isExecutable: (opened.mode & 0o100n) !== 0n,
      modifiedAt: Number(opened.mtimeNs / 1_000_000n),
      inode: opened.ino,
      changedNs: opened.ctimeNs,
      modifiedNs: opened.mtimeNs,
    };
  } finally {
    await handle.close();
  }
}

/** Programs may take away everyone's right to read what they wrote; it is theirs, but the workspace's as well. */
async function openReadable(file: Buffer) {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const first = await open(file, flags).catch(() => null);
  if (first) return first;
  await chmod(file, 0o600).catch(() => {});
  return open(file, flags).catch(() => null);
}

async function entriesOf(folder: Buffer) {
  const read = () => readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  const first = await read().catch(() => null);
  if (first) return first;
  await chmod(folder, 0o700);
  return read();
}
