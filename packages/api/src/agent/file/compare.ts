import {
  type AgentFileDifference,
  type AgentFileSide,
  type CompareAgentFiles,
  MAX_DIFFERING_FILES,
} from '@tandem/shared/agent/file';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { filesThatDiffer, withHunks } from '../files/difference.ts';
import type { FileEntry } from '../files/entries.ts';
import { type Reading, readManifest } from '../files/manifest.ts';
import { validPath } from '../files/path.ts';
import { newestFiles } from '../files/workspace.ts';
import { findSpan } from './state.repo.ts';

/**
 * Compares two states of a channel's files, or those before and after a run or a step.
 * @throws AppError `invalidInput` for what is no path, `notFound`, and those of `withHunks`
 */
export async function compareFiles(
  ctx: UserContext,
  input: CompareAgentFiles,
  signal?: AbortSignal,
): Promise<AgentFileDifference> {
  const { channelId } = input;
  const path = input.path === undefined ? null : validPath(input.path);
  const { from, to } = await spanOf(ctx, input);
  const [before, after] = await Promise.all([from, to].map((id) => readManifest(ctx, channelId, id)));
  if (!before || !after) throw new AppError('notFound');
  const all = filesThatDiffer(before, after).filter(
    (each) => path === null || each.path === path || each.path.startsWith(`${path}/`),
  );
  const shown = await withHunks(ctx, all.slice(0, MAX_DIFFERING_FILES), {
    userId: ctx.actor.userId,
    signal,
  });
  const files = shown.map((each) => ({
    ...{ path: each.path, kind: each.kind, hunks: each.hunks },
    before: sideOf(each.before),
    after: sideOf(each.after),
  }));
  return { from, to, count: all.length, files };
}

async function spanOf(
  reading: Reading,
  { channelId, of }: CompareAgentFiles,
): Promise<{ from: string | null; to: string | null }> {
  if ('runId' in of) {
    const span = await findSpan(reading.db, channelId, of);
    if (!span) throw new AppError('notFound');
    return span;
  }
  return { from: of.from, to: of.to ?? (await newestFiles(reading, channelId)).manifestId };
}

function sideOf(entry: FileEntry | null): AgentFileSide | null {
  return entry && { size: entry.size, isExecutable: entry.isExecutable };
}
