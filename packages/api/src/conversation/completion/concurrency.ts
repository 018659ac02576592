import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { perProcess } from '../../core/per-process.ts';

/** Concurrent completions of one person per process: each holds a provider's stream. */
const MAX_CONCURRENT = 6;

/** Completions that run, by person. */
const runningOf = perProcess(() => new Map<number, number>());

/**
 * Takes one of a person's completion slots.
 * @returns a function that releases it
 * @throws AppError `tooManyTurns`
 */
export function takeSlot({ actor: { userId }, platform }: UserContext): () => void {
  const counts = runningOf(platform);
  const count = counts.get(userId) ?? 0;
  if (count >= MAX_CONCURRENT) throw new AppError('tooManyTurns');
  counts.set(userId, count + 1);
  return () => {
    const left = (counts.get(userId) ?? 1) - 1;
    if (left > 0) counts.set(userId, left);
    else counts.delete(userId);
  };
}
