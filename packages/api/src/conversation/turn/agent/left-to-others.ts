import type { PauseReason } from '@tandem/shared/agent/schema';
import type { MessageError } from '@tandem/shared/message/schema';
import { findRun } from '../../../agent/run/run.repo.ts';
import { topics } from '../../../core/live/bus.ts';
import type { Platform } from '../../../core/platform.ts';
import { publishToChannel } from '../../../workspace/channel/events.ts';
import { keptTrying } from '../kept-trying.ts';
import type { RunningTurn } from '../running.ts';
import { leaveRun } from './hand-on.ts';
import { pauseRun } from './pause.ts';
import { isScheduled } from './scheduled.repo.ts';

/**
 * Leaves a run to another process, or to this one again, when this one stops or the database left it alone, and to a person when its budget, its asker's right or its
 * provider fails it. An answer in chat ends in these cases.
 * @param ended how it would end; `isAway` where the database was away, `isRun` null where nothing could be planned
 * @returns whether nothing is left to do here
 */
export async function leftToOthers(
  turn: RunningTurn,
  {
    platform,
    error,
    isAway,
    isRun,
  }: { platform: Platform; error: MessageError | null; isAway: boolean; isRun: boolean | null },
): Promise<boolean> {
  const reason = reasonOf(turn, error);
  if (reason === null && turn.cause !== 'draining' && !isAway) return false;
  const { db } = platform.database;
  const { id: turnId, channelId } = turn.turn;
  const isOne = isRun ?? (await keptTrying(() => findRun(db, turnId))) !== null;
  if (!isOne) return false;
  // Nobody watches a schedule's run: its failures are counted, and its maker is told of them.
  const isRefused = reason === 'provider' && error?.retryable === false;
  if (isRefused && (await keptTrying(() => isScheduled(db, turn.turn.messageId)))) return false;
  if (reason !== null) return pauseRun(turn, reason, reason === 'provider' ? error : null);
  await turn.closeSaves();
  const revision = await keptTrying(() => leaveRun(db, turn.turn));
  if (revision === null) return false;
  publishToChannel(platform.bus, channelId, { type: 'changed', revision });
  platform.bus.publish(topics.all, { type: 'turn.handedOver', turnId });
  return true;
}

function reasonOf({ cause }: RunningTurn, error: MessageError | null): PauseReason | null {
  if (cause === 'spent' || (cause === null && error?.key === 'budgetSpent')) return 'credits';
  if (cause === 'accessLost') return 'access';
  if (cause !== null || error === null || error.key === 'internal') return null;
  const isProviders = error.key.startsWith('provider.') || error.key === 'noModel';
  return isProviders || error.retryable ? 'provider' : null;
}
