import type { FileQuery, FoundLine } from '../../../ai/tools/agent/types.ts';
import { ToolError } from '../../../ai/tools/types.ts';
import { AppError } from '../../../core/errors.ts';
import { steadyMs } from '../../../core/timing/steady.ts';
import { type Entries, pathsUnder } from '../../files/entries.ts';
import { readText } from '../../files/workspace.ts';
import { jsonLength } from '../bounded-text.ts';
import type { AgentPlace } from '../place.ts';
import { inSentences, judgedFolder } from '../sentence.ts';
import { SEARCH_MS, type SearchAnswer, type SearchedFile, type SearchTask, search } from './search.ts';

/** Lines of one answer, and their characters as JSON writes them. */
const MAX_FOUND = 200;
const MAX_CHARACTERS = 22_000;
/** Bytes of a file that is looked at, of those given to the child at once, and of all. */
const MAX_FILE = 2 * 1024 * 1024;
const BATCH = 2 * 1024 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;
/** Files read at the same time. */
const AT_ONCE = 16;
/** Milliseconds after which the rest is left out. */
const MAX_MS = 20_000;

/** Finds lines for a model. @throws ToolError */
export function searchFiles(
  place: AgentPlace,
  query: FileQuery,
  signal: AbortSignal,
): Promise<{ found: FoundLine[]; notes: string[] }> {
  return inSentences(() => found(place, query, signal));
}

async function found(place: AgentPlace, query: FileQuery, signal: AbortSignal) {
  const folder = judgedFolder(query.folder);
  const { entries } = await place.files.newest();
  const ask = (task: SearchTask) =>
    search(task, { owner: place.channel.id, signal }).catch((error: unknown) => {
      if (error instanceof AppError && error.key === 'tooLarge')
        throw new ToolError(`Judging the pattern took more than ${SEARCH_MS / 1_000} seconds. Simplify it.`);
      throw error;
    });
  const all = pathsUnder(entries, folder).sort();
  if (all.length === 0 && folder !== '') throw new ToolError(`There is no folder ${folder}.`);
  const paths = query.glob === null ? all : await chosen(ask, query.glob, all);
  const lines: FoundLine[] = [];
  const notes: string[] = [];
  let characters = 0;
  const { files, skipped } = textsOf(place, entries, paths);
  const { pattern, isRegex, ignoresCase } = query;
  const until = steadyMs() + MAX_MS;
  for await (const batch of files) {
    signal.throwIfAborted();
    const atMost = MAX_FOUND - lines.length;
    const answer = await ask({ do: 'find', pattern, isRegex, ignoresCase, files: batch, atMost });
    if ('problem' in answer) throw new ToolError(`The regular expression is refused: ${answer.problem}`);
    if (!('found' in answer)) break;
    let isFull = answer.isFull;
    for (const line of answer.found) {
      characters += jsonLength(line.path) + jsonLength(line.text) + 30;
      isFull ||= characters > MAX_CHARACTERS;
      if (characters <= MAX_CHARACTERS) lines.push(line);
    }
    if (!isFull && steadyMs() < until) continue;
    notes.push('There are more: narrow the search.');
    break;
  }
  if (skipped.large > 0) notes.push(`${skipped.large} files are too large to be searched.`);
  if (skipped.binary > 0) notes.push(`${skipped.binary} files are no text.`);
  if (skipped.rest > 0) notes.push(`${skipped.rest} files were left out: name a folder.`);
  if (paths.length === 0) notes.push('No file fits.');
  return { found: lines, notes };
}

async function chosen(
  ask: (task: SearchTask) => Promise<SearchAnswer>,
  glob: string,
  paths: string[],
): Promise<string[]> {
  const answer = await ask({ do: 'choose', glob, paths });
  return 'paths' in answer ? answer.paths : [];
}

/** The texts among files, in batches. `skipped` counts the others while they are read. */
function textsOf(place: AgentPlace, entries: Entries, paths: readonly string[]) {
  const skipped = { large: 0, binary: 0, rest: 0 };
  async function* batches(): AsyncGenerator<SearchedFile[]> {
    let batch: SearchedFile[] = [];
    let size = 0;
    let total = 0;
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      if (total > MAX_BYTES) {
        skipped.rest += paths.length - at;
        break;
      }
      const read = await Promise.all(
        paths.slice(at, at + AT_ONCE).map(async (path) => {
          const entry = entries.get(path);
          if (!entry || entry.size > MAX_FILE) return { path, text: null, isLarge: true };
          return { path, text: await readText(place, entry), isLarge: false };
        }),
      );
      for (const { path, text, isLarge } of read) {
        if (isLarge) skipped.large += 1;
        else if (text === null) skipped.binary += 1;
        else {
          batch.push({ path, text });
          size += text.length;
          total += text.length;
        }
      }
      if (size < BATCH) continue;
      yield batch;
      batch = [];
      size = 0;
    }
    if (batch.length > 0) yield batch;
  }
  return { files: batches(), skipped };
}
