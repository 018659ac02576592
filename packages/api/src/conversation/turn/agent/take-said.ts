import { type Db, transaction } from '@tandem/db';
import { channelFor } from '../../../access/policy/access.rules.ts';
import { lockHead, raiseHead } from '../../../content/message/head.ts';
import { insertStep, NO_COST, type StoredStep } from '../../../content/turn/step.repo.ts';
import { lockRunningTurn } from '../../../content/turn/turn.repo.ts';
import { systemContext } from '../../../core/context.ts';
import type { Platform } from '../../../core/platform.ts';
import { announce } from '../../message/begin.ts';
import { deleteQueued, findNextQueued, type QueuedMessageRow } from '../../message/queue.repo.ts';
import { isAccessLost } from '../plan.ts';
import type { RunningTurn } from '../running.ts';
import type { Steps } from '../step/steps.ts';

/**
 * Has a run read at its next step what its asker wrote while it worked, so that it becomes no run of its own. Words of
 * others wait for their turn, since they would be worked on with the asker's rights and budget; so do tasks with a mode
 * of their own or of schedules, and messages with files or mentions.
 */
export async function takeSaid(platform: Platform, turn: RunningTurn, steps: Steps): Promise<void> {
  const { db } = platform.database;
  // The words that stop it are for the next run.
  while (!turn.signal.aborted) {
    const next = await findNextQueued(db, turn.turn.channelId);
    if (!next || next.authorId !== turn.turn.userId || !isSaid(next)) return;
    const taken = await take(platform, turn, { next, index: steps.count });
    if (!taken) return;
    steps.add(taken);
    turn.streaming.push({ type: 'data-said', data: { userId: next.authorId, text: next.text } });
    turn.saveNow();
  }
}

function isSaid({ mode, trigger, fileIds, mentions, drawing, workspace, text }: QueuedMessageRow): boolean {
  const isTask = mode !== null || trigger !== null || drawing !== null || workspace;
  return !isTask && fileIds.length === 0 && mentions.length === 0 && text.trim() !== '';
}

function take(
  platform: Platform,
  turn: RunningTurn,
  { next, index }: { next: QueuedMessageRow; index: number },
): Promise<StoredStep | null> {
  const { channelId, teamId } = turn.turn;
  return transaction(platform.database.db, async (tx) => {
    const head = await lockHead(tx, channelId);
    const now = head && (await findNextQueued(tx, channelId));
    if (!head || now?.id !== next.id || now.text !== next.text) return null;
    if (!(await mayAsk(tx, next)) || !(await lockRunningTurn(tx, turn.turn, { unlessStopping: true })))
      return null;
    const step = {
      ...{ index, partCount: turn.streaming.parts.length },
      messages: [{ role: 'user' as const, content: next.text }],
    };
    if (!(await insertStep(tx, turn.turn, { ...step, ...NO_COST }, []))) return null;
    await deleteQueued(tx, next.id);
    await raiseHead(tx, head);
    announce(tx, systemContext(platform, 'turn'), { id: channelId, teamId }, head.revision + 1);
    return { ...step, calls: [] };
  });
}

async function mayAsk(tx: Db, { authorId, channelId }: QueuedMessageRow): Promise<boolean> {
  return channelFor(tx, { userId: authorId }, channelId, 'channel.ask').then(
    () => true,
    (err: unknown) => {
      if (isAccessLost(err)) return false;
      throw err;
    },
  );
}
