import type { PauseReason } from '@tandem/shared/agent/schema';
import { writePause } from '../../../agent/run/run.repo.ts';
import type { RunningTurn } from '../running.ts';

/**
 * Has a run wait until a person lets it go on, and says why in its message.
 * @returns whether it waits; else it has ended
 */
export function pauseRun(turn: RunningTurn, reason: PauseReason): Promise<boolean> {
  turn.streaming.push({ type: 'data-pause', data: { reason } });
  return turn.pause((tx) => writePause(tx, turn.turn.id, reason));
}
