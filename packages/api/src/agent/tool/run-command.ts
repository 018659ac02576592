import type { AgentCommand, CommandResult } from '../../ai/tools/agent/types.ts';
import { Deferred } from '../../ai/tools/deferred.ts';
import { changesBetween, type Entries, type EntryChange } from '../files/entries.ts';
import { mergeEntries } from '../files/merge.ts';
import type { LeftOut } from '../files/snapshot.ts';
import { PROTECTED } from '../files/working-copy.ts';
import type { SandboxEnd, SandboxResult } from '../sandbox/sandbox.ts';
import { firstAndLast } from './bounded-text.ts';
import { copiesOf } from './copies.ts';
import { LiveOutput } from './live-output.ts';
import { MEMORY } from './memory.ts';
import type { AgentPlace } from './place.ts';
import type { Seen } from './seen.ts';
import { inSentences } from './sentence.ts';

/** Characters of its output as JSON writes them. */
const MAX_STDOUT = 16_000;
const MAX_STDERR = 8_000;
/** Files that are named. */
const MAX_NAMED = 40;

const ends: Record<Exclude<SandboxEnd, 'exited'>, string> = {
  timeout: 'It took too long.',
  memory: 'It used too much memory.',
  processes: 'It started too many processes.',
  output: 'It put out too much.',
  files: 'It wrote too many or too large files, so nothing that it changed was kept.',
  stopped: 'It was stopped.',
};

interface Ran {
  result: SandboxResult;
  before: Entries;
  after: Entries;
  leftOut: LeftOut[];
}

/**
 * Runs a command on a copy of the newest files. What it changes takes effect when the call is stored, beside what others
 * changed meanwhile.
 * @throws ToolError; the signal's reason when it was stopped
 */
export function runCommand(
  place: AgentPlace,
  seen: Seen,
  command: AgentCommand,
  { signal, onOutput }: { signal: AbortSignal; onOutput?(output: { stdout: string; stderr: string }): void },
): Promise<Deferred<CommandResult>> {
  const { platform, channel, files } = place;
  return inSentences(async () => {
    const live = new LiveOutput(onOutput);
    const ran = await copiesOf(platform)
      .use(
        { id: files.id, channelId: channel.id },
        signal,
        async ({ copy, session, giveUp }): Promise<Ran> => {
          const { entries: before } = await files.newest();
          await copy.checkOut(before);
          const result = await session.run({ ...command, signal, onOutput: (piece) => live.add(piece) });
          signal.throwIfAborted();
          if (result.ended === 'files') {
            giveUp();
            return { result, before, after: before, leftOut: [] };
          }
          const { entries: after, leftOut } = await copy.snapshot(place.db, { protectedPaths: [MEMORY] });
          return { result, before, after, leftOut };
        },
      )
      .finally(() => live.end());
    return deferred(place, seen, ran);
  });
}

function deferred(
  { files }: AgentPlace,
  seen: Seen,
  { result, before, after, leftOut }: Ran,
): Deferred<CommandResult> {
  const changes = changesBetween(before, after);
  const notes = notesOn(leftOut.filter(({ reason }) => reason !== PROTECTED));
  if (leftOut.some(({ reason }) => reason === PROTECTED))
    notes.push(`${MEMORY} cannot be changed by commands: what they did to it was undone.`);
  const value = resultOf(result, changes, notes);
  if (changes.length === 0) return new Deferred(value, () => Promise.resolve(value));
  return new Deferred(value, async (tx, call) => {
    let conflicts: string[] = [];
    await files.commit(tx, call, (newest) => {
      conflicts = [];
      if (newest === before) return after;
      const merge = mergeEntries(before, newest, after);
      conflicts = merge.conflicts.map(({ path }) => path);
      return changesBetween(newest, merge.entries).length === 0 ? newest : merge.entries;
    });
    const kept = changes.filter(({ path }) => !conflicts.includes(path));
    for (const { path } of kept) seen.forget(path);
    if (conflicts.length === 0) return value;
    const note = `Somebody else changed these files while it ran, and their state was kept: ${named(conflicts)}.`;
    return resultOf(result, kept, [...notes, note]);
  });
}

function resultOf(
  { exitCode, ended, stdout, stderr, durationMs }: SandboxResult,
  changes: readonly EntryChange[],
  notes: readonly string[],
): CommandResult {
  return {
    exitCode,
    ...(ended !== 'exited' && { stopped: ends[ended] }),
    stdout: firstAndLast(stdout, MAX_STDOUT),
    stderr: firstAndLast(stderr, MAX_STDERR),
    seconds: Math.round(durationMs / 100) / 10,
    ...(changes.length > 0 && { changed: changedFiles(changes) }),
    ...(notes.length > 0 && { notes: [...notes] }),
  };
}

function changedFiles(changes: readonly EntryChange[]): string[] {
  const files = changes.slice(0, MAX_NAMED).map(({ path, before, after }) => {
    if (!after) return `${path} (deleted)`;
    return before ? path : `${path} (new)`;
  });
  const left = changes.length - files.length;
  return left > 0 ? [...files, `… and ${left} more`] : files;
}

function notesOn(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return [];
  return [`Not kept: ${named(leftOut.map(({ path, reason }) => `${path} (${reason})`))}.`];
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => name.slice(0, 300));
  const left = names.length - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
