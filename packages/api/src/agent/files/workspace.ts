import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Db, onCommit, transaction } from '@tandem/db';
import type { AgentManifestTable } from '@tandem/db/tables/agent';
import { keepContents } from '../../content/file/kept.ts';
import { AppError } from '../../core/errors.ts';
import type { ByteRange } from '../../core/storage/storage.ts';
import { publishToChannel } from '../../workspace/channel/events.ts';
import {
  checkEntries,
  type Entries,
  type FileEntry,
  type FolderListing,
  listFolder,
  Names,
  pathsUnder,
} from './entries.ts';
import { advanceWorkspace, findNewest, lockNewest, type ManifestRow } from './manifest.repo.ts';
import { type Reading, readManifest, storeManifest } from './manifest.ts';
import { validFolder, validPath } from './path.ts';

/** Bytes of a file that is returned as text. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024;
/** How often an edit is tried again when someone else was quicker. */
const TRIES = 5;

/** The channel whose files these are. */
export interface Channel {
  id: string;
  teamId: string;
}

/**
 * Returns the files of a channel as they are now.
 * @returns no manifest before anything was written
 */
export async function newestFiles(
  reading: Reading,
  channelId: string,
): Promise<{ manifestId: string | null; revision: number; entries: Entries }> {
  const newest = await findNewest(reading.db, channelId);
  const manifestId = newest?.manifestId ?? null;
  return {
    manifestId,
    revision: newest?.revision ?? 0,
    entries: await readManifest(reading, channelId, manifestId),
  };
}

/**
 * Lists a folder of a manifest.
 * @param folder '' for the top
 * @throws AppError `invalidInput` for what is no path, `notFound`
 */
export function folderOf(entries: Entries, folder: string): FolderListing {
  const listing = listFolder(entries, validFolder(folder));
  if (!listing) throw new AppError('notFound');
  return listing;
}

/** Returns a file of a manifest. @throws AppError `invalidInput` for what is no path, `notFound` */
export function fileAt(entries: Entries, path: string): FileEntry {
  const entry = entries.get(validPath(path));
  if (!entry) throw new AppError('notFound');
  return entry;
}

/** Reads a file's content, or a part of it. */
export async function readContent(
  { platform }: Pick<Reading, 'platform'>,
  { hash, size }: Pick<FileEntry, 'hash' | 'size'>,
  range?: ByteRange,
): Promise<Readable> {
  return size === 0 ? Readable.from([]) : platform.storage.read(hash, range);
}

/** Reads a file that is text: its whole content, or null when it is too large or no UTF-8. */
export async function readText(reading: Pick<Reading, 'platform'>, entry: FileEntry): Promise<string | null> {
  if (entry.size > MAX_TEXT_BYTES) return null;
  const bytes = await buffer(await readContent(reading, entry));
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Content that is given to a file: bytes, or a finished file of this machine. */
export type NewContent = { bytes: Uint8Array } | { file: string; hash: string; size: number };

/** A change that somebody asks for; nothing of it is done when part of it cannot be. */
export type Edit =
  | { do: 'write'; path: string; content: NewContent; isExecutable?: boolean }
  | { do: 'delete'; path: string }
  | { do: 'rename'; path: string; to: string };

/** How a change of files is stored. */
export interface Commit {
  /** The person who does it. */
  authorId?: number;
  /** What else is written in its transaction. */
  within?(tx: Db): Promise<void>;
}

/**
 * Stores files as the newest of a channel, and tells its watchers after the commit.
 * @param from what they were made from
 * @throws AppError `conflict` when the channel has newer files, and those of `storeManifest`
 */
export async function commitFiles(
  reading: Reading,
  channel: Channel,
  {
    from,
    within,
    ...made
  }: Commit & { entries: Entries; from: string | null; kind: AgentManifestTable['kind'] },
): Promise<ManifestRow> {
  const { bus } = reading.platform;
  return transaction(reading.db, async (tx) => {
    // As calls of runs do, so that neither waits for the other.
    await lockNewest(tx, channel.id);
    const manifest = await storeManifest({ ...reading, db: tx }, channel, { ...made, parentId: from });
    if (!(await advanceWorkspace(tx, channel.id, { from, to: manifest.id }))) throw new AppError('conflict');
    await within?.(tx);
    onCommit(tx, () => publishToChannel(bus, channel.id, { type: 'agent' }));
    return manifest;
  });
}

/**
 * Changes the newest files of a channel.
 * @param options.judge refuses files that the edits do not fit, each time that they are tried
 * @throws AppError `invalidInput` for what is no path or cannot stand beside the others, `notFound`, `conflict`
 */
export async function editFiles(
  reading: Reading,
  channel: Channel,
  edits: readonly Edit[],
  { judge, ...commit }: Commit & { judge?(entries: Entries): void } = {},
): Promise<ManifestRow> {
  const written = describe(edits);
  const prepare = async () => {
    const { manifestId, entries } = await newestFiles(reading, channel.id);
    judge?.(entries);
    const changed = edited(entries, edits, written);
    checkEntries(changed);
    return { from: manifestId, entries: changed };
  };
  // Before anything is kept, which would stay.
  let next = await prepare();
  await keepWritten(reading, channel.id, edits, written);
  for (let tries = 1; ; tries += 1)
    try {
      return await commitFiles(reading, channel, { ...next, kind: 'edit', ...commit });
    } catch (error) {
      const isRaced = error instanceof AppError && error.key === 'conflict';
      if (!isRaced || tries === TRIES) throw error;
      next = await prepare();
    }
}

/** What edits write, as files. @throws AppError `invalidInput` for what is no path */
function describe(edits: readonly Edit[]): Map<Edit, FileEntry> {
  const modifiedAt = Math.floor(performance.timeOrigin + performance.now());
  const written = new Map<Edit, FileEntry>();
  for (const edit of edits) {
    validPath(edit.path);
    if (edit.do === 'rename') validPath(edit.to);
    if (edit.do !== 'write') continue;
    const { content, isExecutable = false } = edit;
    const { hash, size } =
      'bytes' in content ? { hash: sha256(content.bytes), size: content.bytes.length } : content;
    written.set(edit, { hash, size, isExecutable, modifiedAt });
  }
  return written;
}

/** Has the channel keep what edits write. */
async function keepWritten(
  { platform, db }: Reading,
  channelId: string,
  edits: readonly Edit[],
  written: ReadonlyMap<Edit, FileEntry>,
): Promise<void> {
  const contents = edits.flatMap((edit) => {
    const entry = written.get(edit);
    if (edit.do !== 'write' || !entry) return [];
    const { content } = edit;
    return [
      { hash: entry.hash, size: entry.size, source: 'bytes' in content ? content.bytes : content.file },
    ];
  });
  await keepContents(platform, db, channelId, contents);
}

function edited(
  entries: Entries,
  edits: readonly Edit[],
  written: ReadonlyMap<Edit, FileEntry>,
): Map<string, FileEntry> {
  const changed = new Map(entries);
  for (const edit of edits) {
    const path = validPath(edit.path);
    const after = written.get(edit);
    if (after) {
      changed.set(path, after);
      continue;
    }
    const paths = pathsUnder(changed, path);
    if (paths.length === 0) throw new AppError('notFound');
    const moved = paths.map((each) => [each, changed.get(each) as FileEntry] as const);
    for (const each of paths) changed.delete(each);
    if (edit.do !== 'rename') continue;
    const to = validPath(edit.to);
    if (to.startsWith(`${path}/`))
      throw new AppError('invalidInput', { reason: `path: ${to} lies in itself` });
    for (const [each, entry] of moved) {
      const target = validPath(to + each.slice(path.length));
      if (changed.has(target)) throw new AppError('invalidInput', { reason: `path: ${target} exists` });
      changed.set(target, entry);
    }
  }
  refuseClashes(entries, changed);
  return changed;
}

/** @throws AppError `invalidInput` when a new path cannot stand beside the others */
function refuseClashes(before: Entries, after: Entries): void {
  const names = new Names([...after.keys()].filter((path) => before.has(path)));
  for (const path of after.keys()) {
    if (before.has(path)) continue;
    const problem = names.problemWith(path);
    if (problem) throw new AppError('invalidInput', { reason: `path: ${path} ${problem}` });
    names.add(path);
  }
}

/**
 * Makes the files of an earlier manifest the newest, or some of them.
 * @param path only what is at or below it
 * @throws AppError `notFound`, `conflict`
 */
export async function restoreFiles(
  reading: Reading,
  channel: Channel,
  { manifestId, path = null, ...commit }: Commit & { manifestId: string; path?: string | null },
): Promise<ManifestRow> {
  const earlier = await readManifest(reading, channel.id, manifestId);
  const newest = await newestFiles(reading, channel.id);
  let entries: Map<string, FileEntry> = new Map(earlier);
  if (path !== null) {
    const part = validPath(path);
    entries = new Map(newest.entries);
    for (const each of pathsUnder(newest.entries, part)) entries.delete(each);
    for (const each of pathsUnder(earlier, part)) entries.set(each, earlier.get(each) as FileEntry);
    refuseClashes(newest.entries, entries);
  }
  return commitFiles(reading, channel, { entries, from: newest.manifestId, kind: 'restore', ...commit });
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
