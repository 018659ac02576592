import type { Db } from '@tandem/db';
import type { AgentManifestTable } from '@tandem/db/tables/agent';
import type { StoredResult } from '../../ai/tools/deferred.ts';
import { holdContents } from '../../content/file/kept.ts';
import { AppError } from '../../core/errors.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { decodeEntries, encodeEntries } from './encode.ts';
import { changesBetween, checkEntries, type Entries, withChanges } from './entries.ts';
import { findBodies, findManifest, insertManifest, type ManifestRow } from './manifest.repo.ts';

/** Rows that may have to be read for one manifest. */
const MAX_CHANGES_DEEP = 24;
/** A manifest holds all its files when at least this part of them changed, or when there are few. */
const WHOLE_SHARE = 0.25;
const FEW = 50;
/** Files of all manifests that are kept in memory. */
const KEPT_FILES = 200_000;

/** Where manifests are read: the platform and a connection or transaction. */
export interface Reading {
  platform: Platform;
  db: Db;
}

/** Manifests never change, so those read last are kept; the oldest go first. */
class Recent {
  private readonly read = new Map<string, Entries>();
  private files = 0;

  get(id: string): Entries | null {
    const found = this.read.get(id);
    if (!found) return null;
    this.read.delete(id);
    this.read.set(id, found);
    return found;
  }

  keep(id: string, entries: Entries): void {
    if (this.read.has(id)) return;
    this.read.set(id, entries);
    // An empty one takes room as well.
    this.files += entries.size + 1;
    for (const [oldest, { size }] of this.read) {
      if (this.files <= KEPT_FILES) break;
      this.read.delete(oldest);
      this.files -= size + 1;
    }
  }
}

const recentOf = perProcess(() => new Recent());

const recentKey = (channelId: string, manifestId: string) => `${channelId} ${manifestId}`;

/**
 * Reads the files of a channel's manifest.
 * @param id null for a workspace that has none yet
 * @throws AppError `notFound`, also for one of another channel
 */
export async function readManifest(
  { platform, db }: Reading,
  channelId: string,
  id: string | null,
): Promise<Entries> {
  if (id === null) return new Map();
  const recent = recentOf(platform);
  const key = recentKey(channelId, id);
  const known = recent.get(key);
  if (known) return known;
  const bodies = await findBodies(db, channelId, id);
  if (bodies[0]?.depth !== 0) throw new AppError('notFound');
  let entries: Entries = new Map();
  for (const { body } of bodies) entries = withChanges(entries, await decodeEntries(body));
  recent.keep(key, entries);
  return entries;
}

/**
 * Stores files as a manifest of a channel. Costs what differs from its parent. The contents are kept by the channel
 * already (`keepContents`).
 * @throws AppError `invalidInput`, `fileTooLarge` for more than a workspace holds, `notFound` for a foreign parent, and
 * for contents that the channel does not keep
 */
export async function storeManifest(
  { platform, db }: Reading,
  channel: { id: string; teamId: string },
  {
    entries,
    parentId,
    kind,
    call = null,
    authorId = null,
  }: {
    entries: Entries;
    parentId: string | null;
    kind: AgentManifestTable['kind'];
    /** The call of a run that leaves them; null for none. */
    call?: StoredResult | null;
    /** The person who made them; null for a run. */
    authorId?: number | null;
  },
): Promise<ManifestRow> {
  checkEntries(entries);
  const parent = parentId === null ? null : await findManifest(db, channel.id, parentId);
  if (parentId !== null && !parent) throw new AppError('notFound');
  const changes = changesBetween(await readManifest({ platform, db }, channel.id, parentId), entries);
  await holdContents(db, channel.id, new Set(changes.flatMap(({ after }) => (after ? [after.hash] : []))));
  const isWhole =
    !parent ||
    parent.depth >= MAX_CHANGES_DEEP ||
    (changes.length > 0 && entries.size <= FEW) ||
    changes.length > entries.size * WHOLE_SHARE;
  const all = () => [...entries].map(([path, after]) => ({ path, after }));
  let bytes = 0;
  for (const { size } of entries.values()) bytes += size;
  const stored = await insertManifest(db, {
    ...call,
    channelId: channel.id,
    teamId: channel.teamId,
    parentId,
    kind,
    depth: isWhole ? 0 : parent.depth + 1,
    body: await encodeEntries(isWhole ? all() : changes),
    files: entries.size,
    bytes,
    authorId,
  });
  // Should its transaction fail, nobody asks for it.
  recentOf(platform).keep(recentKey(channel.id, stored.id), entries);
  return stored;
}
