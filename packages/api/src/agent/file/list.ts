import type { AgentFolder, ListAgentFiles } from '@tandem/shared/agent/file';
import type { AgentFile, FileChange } from '@tandem/shared/agent/schema';
import { AppError } from '../../core/errors.ts';
import { type Entries, type FileEntry, type FolderListing, isSame, listFolder } from '../files/entries.ts';
import { type Reading, readManifest } from '../files/manifest.ts';
import { validFolder } from '../files/path.ts';
import { newestFiles } from '../files/workspace.ts';
import { findBase } from './base.repo.ts';

/**
 * Lists a folder of a channel's files, with what changed since the start of the run.
 * @throws AppError `invalidInput` for what is no path, `notFound`
 */
export async function listFiles(
  reading: Reading,
  { channelId, path: given, manifestId }: ListAgentFiles,
): Promise<AgentFolder> {
  const path = validFolder(given);
  const { db } = reading;
  const newest = await newestFiles(reading, channelId);
  const now = manifestId === undefined ? newest.entries : await readManifest(reading, channelId, manifestId);
  const base = await findBase(db, channelId, manifestId);
  const before = base ? await readManifest(reading, channelId, base.manifestId) : now;
  const list = folderWithChanges(before, now, path);
  if (!list) throw new AppError('notFound');
  const { revision } = newest;
  return { path, manifestId: manifestId ?? newest.manifestId, revision, runId: base?.runId ?? null, list };
}

/** What a folder holds, or held before; null when there is no such folder in either. */
export function folderWithChanges(before: Entries, now: Entries, path: string): AgentFile[] | null {
  const listing = listFolder(now, path);
  const earlier = before === now ? listing : listFolder(before, path);
  if (!listing && !earlier) return null;
  const changed = changedNames(before, now, path);
  const list = [
    ...(listing ? folders(listing, markOf(changed, earlier?.folders)) : []),
    ...(earlier ? folders(without(earlier, listing), () => 'deleted') : []),
    ...(listing ? files(listing, markOf(changed, earlier?.files)) : []),
    ...(earlier ? files(without(earlier, listing), () => 'deleted') : []),
  ];
  const order = (a: AgentFile, b: AgentFile) =>
    a.type === b.type ? (a.name < b.name ? -1 : 1) : a.type === 'folder' ? -1 : 1;
  return list.sort(order);
}

/** Names in a folder at or below which something differs. */
function changedNames(before: Entries, now: Entries, path: string): Set<string> {
  const names = new Set<string>();
  if (before === now) return names;
  const prefix = path === '' ? '' : `${path}/`;
  const note = (each: string, one: FileEntry | null, other: FileEntry | null) => {
    if (!each.startsWith(prefix) || isSame(one, other)) return;
    const end = each.indexOf('/', prefix.length);
    names.add(each.slice(prefix.length, end === -1 ? undefined : end));
  };
  for (const [each, entry] of now) note(each, entry, before.get(each) ?? null);
  for (const [each, entry] of before) if (!now.has(each)) note(each, entry, null);
  return names;
}

function markOf(changed: Set<string>, earlier: readonly { name: string }[] = []) {
  const were = new Set(earlier.map(({ name }) => name));
  return (name: string): FileChange => (!changed.has(name) ? null : were.has(name) ? 'changed' : 'added');
}

/** What was there and is no more. */
function without(earlier: FolderListing, listing: FolderListing | null): FolderListing {
  const gone = <Each extends { name: string }>(were: Each[], are: readonly { name: string }[] = []) => {
    const names = new Set(are.map(({ name }) => name));
    return were.filter(({ name }) => !names.has(name));
  };
  return {
    folders: gone(earlier.folders, listing?.folders),
    files: gone(earlier.files, listing?.files),
  };
}

function folders(listing: FolderListing, mark: (name: string) => FileChange): AgentFile[] {
  return listing.folders.map(({ name, path, size, modifiedAt }) => ({
    ...{ name, path, size, type: 'folder', change: mark(name), modifiedAt: new Date(modifiedAt) },
  }));
}

function files(listing: FolderListing, mark: (name: string) => FileChange): AgentFile[] {
  return listing.files.map(({ name, path, size, modifiedAt }) => ({
    ...{ name, path, size, type: 'file', change: mark(name), modifiedAt: new Date(modifiedAt) },
  }));
}
