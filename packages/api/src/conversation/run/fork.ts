import type { Db } from '@tandem/db';
import type { ForkRun } from '@tandem/shared/agent/run';
import type { Channel } from '@tandem/shared/channel/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { advanceWorkspace } from '../../agent/files/manifest.repo.ts';
import { readManifest, storeManifest } from '../../agent/files/manifest.ts';
import { readRun, readRunDetail } from '../../agent/run/read.ts';
import { findSetting, writeSetting } from '../../agent/setting/setting.repo.ts';
import { shareContents } from '../../content/file/kept.ts';
import { copyPath } from '../../content/message/copy.repo.ts';
import { indexMessage, searchedTextOf } from '../../content/search/index.ts';
import { findSteps } from '../../content/turn/step.repo.ts';
import { findParts } from '../../content/turn/turn.repo.ts';
import { lockTurn } from '../../content/turn/wait.repo.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { makeChannel } from '../../workspace/channel/create.ts';
import { copyReads } from '../../workspace/channel/read.repo.ts';
import { forkName } from '../message/fork-name.ts';
import { isWhole, keptParts } from '../turn/agent/kept-parts.ts';
import { findLastMessage, findSeq } from './fork.repo.ts';

/**
 * Creates an agent's channel below that of a run, which begins as a step of it left everything: the conversation up to
 * the end of the step, the files, the assistant, and what runs may do. The run may still go on, and is not touched. A
 * repeated `clientKey` returns the first fork.
 * @throws AppError `notFound` when the run has no such step, and when the files of it were given up since; those of
 * `makeChannel`
 */
export async function forkRun(
  ctx: UserContext,
  channel: LoadedChannel,
  { runId, step, name, clientKey }: ForkRun,
): Promise<Channel> {
  const { id, teamId, appId } = channel;
  const values = {
    kind: 'agent' as const,
    name: name ?? forkName(ctx, channel.name),
    assistantId: channel.assistantId ?? undefined,
    clientKey,
  };
  // Below it, so that nobody sees there what they could not see here.
  return makeChannel(ctx, { teamId, appId, parentId: id }, values, async (tx, to) => {
    // Nobody may hold up a turn of another channel by its id.
    await readRun(tx, id, runId);
    // A call of it that ends now leaves its files and its result together.
    await lockTurn(tx, runId);
    const run = await readRunDetail(tx, id, runId);
    const left = run.trace.find(({ index }) => index === step);
    if (!left || run.messageId === null) throw new AppError('notFound');
    await copyConversation(tx, ctx, { from: id, to, messageId: run.messageId, runId, step });
    await writeSetting(tx, to, await findSetting(tx, id));
    if (left.manifestId !== null)
      await copyFiles(tx, ctx, { from: id, to: { id: to, teamId }, manifestId: left.manifestId });
  });
}

interface Conversation {
  from: string;
  to: string;
  messageId: string;
  runId: string;
  step: number;
}

async function copyConversation(
  tx: Db,
  { actor }: UserContext,
  { from, to, messageId, runId, step }: Conversation,
): Promise<void> {
  const { parts: all, isContinued } = await findParts(tx, messageId);
  const steps = (await findSteps(tx, runId)).filter(({ index }) => index <= step);
  const parts = keptParts(all, steps, { isContinued }).filter(isWhole);
  const untilSeq = await findSeq(tx, messageId);
  await copyPath(tx, { from, to, untilSeq, last: { id: messageId, parts } });
  await copyReads(tx, { from, to, untilSeq, userId: actor.userId });
  await indexMessage(tx, { messageId: await findLastMessage(tx, to), text: searchedTextOf(parts) });
}

interface Files {
  from: string;
  to: { id: string; teamId: string };
  manifestId: string;
}

async function copyFiles(
  tx: Db,
  { platform, actor }: UserContext,
  { from, to, manifestId }: Files,
): Promise<void> {
  const reading = { platform, db: tx };
  const entries = await readManifest(reading, from, manifestId);
  await shareContents(platform, tx, { from, to: to.id }, entries.values());
  const stored = await storeManifest(reading, to, {
    ...{ entries, parentId: null, kind: 'restore', authorId: actor.userId },
  });
  await advanceWorkspace(tx, to.id, { from: null, to: stored.id });
}
