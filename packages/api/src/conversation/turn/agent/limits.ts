import type { PauseReason } from '@tandem/shared/agent/schema';
import type { LimitPart } from '@tandem/shared/message/parts';
import { REPETITIONS, WARNED_FROM } from '../../../agent/run/limits.ts';
import type { RunRow } from '../../../agent/run/run.repo.ts';
import { steadyMs } from '../../../core/timing/steady.ts';
import type { RunningTurn } from '../running.ts';
import type { Steps } from '../step/steps.ts';

type Limits = Pick<RunRow, 'stepLimit' | 'timeLimitMs'>;

/**
 * Whether a run has to pause before its next request, because of its limits or because it repeats itself; warns of
 * limits that are near.
 * @param known steps with which this process began: a person may have let it go on after the last of them; and requests
 * of sub-agents, which count as steps
 */
export function pauseBefore(
  turn: RunningTurn,
  steps: Pick<Steps, 'count' | 'lastCalls'>,
  limits: Limits,
  { known, delegated }: { known: number; delegated: number },
): PauseReason | null {
  const spentMs = steadyMs() - turn.startedAt;
  const count = steps.count + delegated;
  if (count >= limits.stepLimit) return 'steps';
  if (spentMs >= limits.timeLimitMs) return 'time';
  if (steps.count > known && repeatsItself(steps)) return 'repetition';
  if (count >= limits.stepLimit * WARNED_FROM) warn(turn, { limit: 'steps', at: limits.stepLimit });
  if (spentMs >= limits.timeLimitMs * WARNED_FROM) warn(turn, { limit: 'time', at: limits.timeLimitMs });
  return null;
}

function repeatsItself(steps: Pick<Steps, 'lastCalls'>): boolean {
  const last = steps.lastCalls(REPETITIONS);
  return last.length === REPETITIONS && new Set(last).size === 1;
}

function warn(turn: RunningTurn, data: LimitPart['data']): void {
  const isSame = (part: RunningTurn['streaming']['parts'][number]) =>
    part.type === 'data-limit' && part.data.limit === data.limit && part.data.at === data.at;
  if (!turn.streaming.parts.some(isSame)) turn.streaming.push({ type: 'data-limit', data });
}
