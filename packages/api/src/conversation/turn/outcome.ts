import type { MessageError } from '@tandem/shared/message/schema';
import type { TurnEnd } from '../../content/turn/turn.repo.ts';
import { AppError } from '../../core/errors.ts';
import type { RunningTurn } from './running.ts';

/** Returns the status of a turn that ended by `turn.cause`, or with an error. */
export function statusOf(turn: RunningTurn, error: MessageError | null): TurnEnd['status'] {
  switch (turn.cause) {
    case 'stopped':
    case 'accessLost':
      return 'stopped';
    case 'draining':
    case 'lost':
      return 'interrupted';
    case 'spent':
    case null:
      return error ? 'failed' : 'done';
  }
}

/** Describes why a turn could not start, or broke, for display below an answer. */
export function failureOf(err: unknown): MessageError {
  if (!(err instanceof AppError)) return { key: 'internal', retryable: true };
  // The model or its key went away between question and answer.
  const isGone = err.key === 'notFound' || err.key === 'notConfigured' || err.key === 'noModel';
  if (isGone) return { key: 'noModel', retryable: false };
  const params = Object.keys(err.params).length > 0 ? { params: err.params } : {};
  return { key: err.key, ...params, retryable: err.key === 'unavailable' };
}
