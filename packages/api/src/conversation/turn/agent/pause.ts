import type { PauseReason } from '@tandem/shared/agent/schema';
import type { MessageError } from '@tandem/shared/message/schema';
import { writePause } from '../../../agent/run/run.repo.ts';
import type { RunningTurn } from '../running.ts';

/**
 * Has a run wait until a person lets it go on, and says why in its message.
 * @param error what failed, where its provider did
 * @returns whether it waits; else it has ended
 */
export function pauseRun(
  turn: RunningTurn,
  reason: PauseReason,
  error: MessageError | null = null,
): Promise<boolean> {
  turn.streaming.push({ type: 'data-pause', data: { reason, ...(error && { error }) } });
  return turn.pause((tx) => writePause(tx, turn.turn.id, reason));
}
