import { createHash } from 'node:crypto';
import type { ChangeOptions, FilesChanged } from '../../ai/tools/agent/types.ts';
import { Deferred } from '../../ai/tools/deferred.ts';
import { ToolError } from '../../ai/tools/types.ts';
import { keepContents } from '../../content/file/kept.ts';
import { type Entries, type FileEntry, isSame, Names, pathsUnder, withChanges } from '../files/entries.ts';
import { pathProblem } from '../files/path.ts';
import { readText } from '../files/workspace.ts';
import { isMemory, MEMORY } from './memory.ts';
import type { AgentPlace } from './place.ts';
import { entryAt } from './read-file.ts';
import { replaced } from './replace.ts';
import type { Seen } from './seen.ts';
import { inSentences, judgedPath } from './sentence.ts';

/** Bytes of a file that a model writes or edits. */
const MAX_WRITTEN_BYTES = 4 * 1024 * 1024;

type Change = { path: string; after: FileEntry | null };

/** Writes a file. @throws ToolError */
export async function writeFile(
  place: AgentPlace,
  seen: Seen,
  asked: string,
  content: string,
  options: ChangeOptions,
): Promise<Deferred<FilesChanged>> {
  const path = judgedPath(asked);
  refuseUnasked([path], options);
  const { entries } = await place.files.newest();
  const before = entries.get(path);
  if (before && seen.isStale(path, before.hash))
    throw new ToolError(`${path} was changed since you read it. Read it again first.`);
  refuseName(entries, path);
  const after = await keptEntry(place, content, before);
  const done = before ? `${path} was replaced.` : `${path} was written.`;
  return changed(place, seen, { done }, { entries, before: [[path, before]], changes: [{ path, after }] });
}

/** Replaces text in a file. @throws ToolError */
export async function editFile(
  place: AgentPlace,
  seen: Seen,
  asked: string,
  edit: { find: string; replacement: string; isForAll: boolean },
  options: ChangeOptions,
): Promise<Deferred<FilesChanged>> {
  const path = judgedPath(asked);
  refuseUnasked([path], options);
  const { entries } = await place.files.newest();
  const before = entryAt(entries, path);
  const text = await inSentences(() => readText(place, before));
  if (text === null) throw new ToolError(`${path} is no text, or too long to be edited here.`);
  const { text: next, count } = replaced(text, edit);
  const after = await keptEntry(place, next, before);
  const done = count === 1 ? `${path} was changed.` : `${path} was changed in ${count} places.`;
  return changed(place, seen, { done }, { entries, before: [[path, before]], changes: [{ path, after }] });
}

/** Moves a file, or a folder with all it holds. @throws ToolError */
export async function moveFile(
  place: AgentPlace,
  seen: Seen,
  asked: { path: string; to: string },
  options: ChangeOptions,
): Promise<Deferred<FilesChanged>> {
  const path = judgedPath(asked.path.replace(/\/$/, ''));
  const to = judgedPath(asked.to.replace(/\/$/, ''));
  refuseUnasked([path, to], options);
  const { entries } = await place.files.newest();
  const moved = under(entries, path);
  const changes: Change[] = moved.map(([each]) => ({ path: each, after: null }));
  for (const [each, entry] of moved) changes.push({ path: to + each.slice(path.length), after: entry });
  const targets = changes.filter(({ after }) => after).map((change) => change.path);
  const rest = withChanges(
    entries,
    moved.map(([each]) => ({ path: each, after: null })),
  );
  for (const target of targets) {
    if (rest.has(target)) throw new ToolError(`${target} exists. Delete it first, or choose another path.`);
    const problem = pathProblem(target);
    if (problem) throw new ToolError(`${target} is refused: ${problem}.`);
  }
  refuseNames(rest, targets);
  const done = `${path} was moved to ${to}${moved.length > 1 ? ` (${moved.length} files)` : ''}.`;
  const before = [...moved, ...targets.map((target) => [target, rest.get(target)] as const)];
  return changed(place, seen, { done }, { entries, before, changes });
}

/** Deletes a file, or a folder with all it holds. @throws ToolError */
export async function deleteFile(
  place: AgentPlace,
  seen: Seen,
  asked: string,
  options: ChangeOptions,
): Promise<Deferred<FilesChanged>> {
  const path = judgedPath(asked.replace(/\/$/, ''));
  refuseUnasked([path], options);
  const { entries } = await place.files.newest();
  const before = under(entries, path);
  const done = `${path} was deleted${before.length > 1 ? ` (${before.length} files)` : ''}.`;
  const changes = before.map(([each]) => ({ path: each, after: null }));
  return changed(place, seen, { done }, { entries, before, changes });
}

/**
 * The result of a change that is made when the call is stored, unless its files are others by then.
 * @param change.entries the files for which it was judged
 */
function changed(
  { files }: AgentPlace,
  seen: Seen,
  value: FilesChanged,
  {
    entries: judged,
    before,
    changes,
  }: {
    entries: Entries;
    before: readonly (readonly [string, FileEntry | undefined])[];
    changes: readonly Change[];
  },
): Deferred<FilesChanged> {
  return new Deferred(value, async (tx, call) => {
    await files.commit(tx, call, (newest) => {
      // It may have been stored already, where that was not known.
      if (changes.every(({ path, after }) => isSame(newest.get(path) ?? null, after))) return newest;
      for (const [path, entry] of before)
        if (!isSame(newest.get(path) ?? null, entry ?? null))
          throw new ToolError(`${path} was changed by somebody else meanwhile. Read it again.`);
      if (newest !== judged) refuseNewNames(newest, changes);
      return withChanges(newest, changes);
    });
    for (const { path, after } of changes)
      if (after) seen.read(path, after.hash);
      else seen.forget(path);
    return value;
  });
}

/** The notes change only with consent, whatever asked for the change. */
function refuseUnasked(paths: readonly string[], { approvedBy }: ChangeOptions): void {
  if (approvedBy === undefined && paths.some(isMemory))
    throw new ToolError(`${MEMORY} changes only when a person allows it.`);
}

function refuseName(entries: Entries, path: string): void {
  if (!entries.has(path)) refuseNames(entries, [path]);
}

/** The same for what a change adds to files that it was not judged for. */
function refuseNewNames(newest: Entries, changes: readonly Change[]): void {
  const added = changes.flatMap(({ path, after }) => (after && !newest.has(path) ? path : []));
  const deleted = changes.filter(({ after }) => after === null);
  refuseNames(withChanges(newest, deleted), added);
}

/** @throws ToolError when a new path cannot stand beside the others */
function refuseNames(entries: Entries, added: readonly string[]): void {
  if (added.length === 0) return;
  const names = new Names(entries.keys());
  for (const path of added) {
    const problem = names.problemWith(path);
    if (problem) throw new ToolError(`${path} cannot be written: it ${problem}.`);
    names.add(path);
  }
}

function under(entries: Entries, path: string): [string, FileEntry][] {
  const paths = pathsUnder(entries, path);
  if (paths.length === 0) entryAt(entries, path);
  return paths.map((each) => [each, entries.get(each) as FileEntry]);
}

/** Stores a text, and returns its file. */
async function keptEntry(
  { platform, db, channel }: AgentPlace,
  text: string,
  before: FileEntry | undefined,
): Promise<FileEntry> {
  const bytes = Buffer.from(text.toWellFormed());
  if (bytes.length > MAX_WRITTEN_BYTES) throw new ToolError('The file would be too long to be written here.');
  const hash = createHash('sha256').update(bytes).digest('hex');
  await keepContents(platform, db, channel.id, [{ hash, size: bytes.length, source: bytes }]);
  const modifiedAt = Math.floor(performance.timeOrigin + performance.now());
  return { hash, size: bytes.length, isExecutable: before?.isExecutable ?? false, modifiedAt };
}
