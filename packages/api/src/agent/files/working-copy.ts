import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lchown, lstat, lutimes, mkdir, readdir, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '@tandem/db';
import { keepContents } from '../../content/file/kept.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { changesBetween, type Entries, type FileEntry } from './entries.ts';
import { caseKey, foldersOf } from './path.ts';
import { removeTree } from './remove.ts';
import { type KnownFiles, type LeftOut, takeSnapshot, untilTold } from './snapshot.ts';

/** Files written at the same time. */
const AT_ONCE = 12;
/** Milliseconds for which content that the channel was seen to keep is held to be kept: far less than it is spared. */
const TRUSTED_MS = 60 * 60 * 1_000;
/** Why a change to a protected path is left out. */
export const PROTECTED = 'commands cannot change it';

/** A disposable copy of a workspace's files in a folder of this machine. */
export class WorkingCopy {
  /** Absolute. Only sandboxes and this write there, one at a time. */
  readonly folder: string;
  private readonly platform: Platform;
  private readonly channelId: string;
  private known: KnownFiles = new Map();
  /** When the channel was seen to keep contents, by hash, in steady milliseconds. */
  private readonly kept = new Map<string, number>();
  /** The account of a sandbox that the folder belongs to, so that its commands may change what is written. */
  private owner: number | null = null;

  private constructor(platform: Platform, channelId: string, folder: string) {
    this.platform = platform;
    this.channelId = channelId;
    this.folder = folder;
  }

  /** Makes an empty one for the files of a channel. */
  static async make(platform: Platform, channelId: string): Promise<WorkingCopy> {
    const folder = path.join(copiesIn(platform.settings.dataDir), randomUUID(), 'files');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new WorkingCopy(platform, channelId, folder);
  }

  /** The files as of the last check-out or snapshot. */
  get entries(): Entries {
    return this.known;
  }

  /** Makes the folder hold these files. Writes and removes what differs from the last check-out or snapshot. */
  async checkOut(entries: Entries): Promise<void> {
    const changes = changesBetween(this.known, entries);
    this.owner = await ownerOf(this.folder);
    for (const { path: file, before } of changes) if (before) await this.remove(file);
    const waiting = changes.flatMap(({ path: file, after }) => (after ? [{ file, after }] : []));
    const made = new Set<string>();
    for (const { file } of waiting) await this.makeFolders(file, made);
    const writeNext = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await this.write(next.file, next.after);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, writeNext));
    if (changes.length > 0) await untilTold(steadyMs());
  }

  /**
   * Reads what the folder holds now, and has the channel keep it, whatever other channels keep. Links, devices and what a
   * workspace cannot hold are removed from the folder, and named. So is a change to a protected path, whose state as of
   * the last check-out or snapshot comes back.
   * @param options.protectedPaths files or folders, in any case
   * @throws AppError `channelFilesFull` when the channel would keep more than it may
   */
  async snapshot(
    db: Db,
    { protectedPaths = [] }: { protectedPaths?: readonly string[] } = {},
  ): Promise<{ entries: Entries; leftOut: LeftOut[] }> {
    const before = this.known;
    const { files, leftOut } = await takeSnapshot(this.folder, before);
    this.known = files;
    const restored = await this.restore(before, protectedPaths);
    const stored = new Set([...before.values()].map(({ hash }) => hash));
    const now = steadyMs();
    const contents = [...this.known].flatMap(([file, { hash, size }]) => {
      if (now - (this.kept.get(hash) ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS) return [];
      return [{ hash, size, source: path.join(this.folder, file), isStored: stored.has(hash) }];
    });
    await keepContents(this.platform, db, this.channelId, contents);
    for (const { hash } of contents) this.kept.set(hash, now);
    return { entries: plain(this.known), leftOut: [...restored, ...leftOut] };
  }

  /** Removes it. */
  discard(): Promise<void> {
    return removeTree(path.dirname(this.folder));
  }

  /** Undoes what was done to protected paths. */
  private async restore(before: KnownFiles, protectedPaths: readonly string[]): Promise<LeftOut[]> {
    const keys = protectedPaths.map(caseKey);
    const isProtected = ({ path: file }: { path: string }) =>
      keys.some((key) => caseKey(file) === key || caseKey(file).startsWith(`${key}/`));
    const changes = changesBetween(before, this.known).filter(isProtected);
    for (const { path: file, after } of changes) if (after) await this.remove(file);
    for (const { path: file, before: entry } of changes) {
      if (!entry) continue;
      await this.makeFolders(file);
      await this.write(file, entry);
    }
    if (changes.length > 0) await untilTold(steadyMs());
    return changes.map(({ path: file }) => ({ path: file, reason: PROTECTED }));
  }

  private async remove(file: string): Promise<void> {
    this.known.delete(file);
    const folders = foldersOf(file).map((folder) => path.join(this.folder, folder));
    // What a command may have put in the place of a folder leads elsewhere.
    for (const at of folders) if (!(await isFolder(at))) return;
    await removeTree(path.join(this.folder, file));
    // Folders are there for their files.
    for (const at of folders.reverse()) {
      if ((await readdir(at)).length > 0) return;
      await rmdir(at);
    }
  }

  /**
   * Makes the folders of a file; what stands in their place goes.
   * @param made folders known to be there, as nothing else writes meanwhile; receives those of this file
   */
  private async makeFolders(file: string, made = new Set<string>()): Promise<void> {
    for (const folder of foldersOf(file)) {
      if (made.has(folder)) continue;
      made.add(folder);
      const at = path.join(this.folder, folder);
      if (await isFolder(at)) continue;
      await removeTree(at);
      await mkdir(at, { mode: 0o755 });
      if (this.owner !== null) await lchown(at, this.owner, this.owner);
    }
  }

  private async write(file: string, entry: FileEntry): Promise<void> {
    const at = path.join(this.folder, file);
    await removeTree(at);
    const content = await this.platform.storage.read(entry.hash);
    // Only ever a new file: nothing that stands there is written through.
    await pipeline(content, createWriteStream(at, { flags: 'wx', mode: entry.isExecutable ? 0o755 : 0o644 }));
    if (this.owner !== null) await lchown(at, this.owner, this.owner);
    await lutimes(at, entry.modifiedAt / 1_000, entry.modifiedAt / 1_000);
    const { ino, ctimeNs, mtimeNs } = await lstat(at, { bigint: true });
    this.known.set(file, { ...entry, inode: ino, changedNs: ctimeNs, modifiedNs: mtimeNs });
  }
}

/** Removes the copies that a killed server left behind. Call it while no other server uses the folder. */
export function removeOldCopies(dataDir: string): Promise<void> {
  return removeTree(copiesIn(dataDir));
}

function copiesIn(dataDir: string): string {
  return path.join(dataDir, 'workspaces');
}

/** The owner of a folder, if it is another than this process's. */
async function ownerOf(folder: string): Promise<number | null> {
  const { uid } = await stat(folder);
  return uid === process.getuid?.() ? null : uid;
}

function plain(files: KnownFiles): Entries {
  return new Map(
    [...files].map(([file, { hash, size, isExecutable, modifiedAt }]) => [
      file,
      { hash, size, isExecutable, modifiedAt },
    ]),
  );
}

async function isFolder(at: string): Promise<boolean> {
  return (await lstat(at).catch(() => null))?.isDirectory() ?? false;
}
