import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';

/** Completions that one person may have at once in one process: each holds a provider's stream. */
const SEATS = 6;

const taken = new WeakMap<Platform, Map<number, number>>();

/**
 * Takes one of a person's seats. @returns what gives it back
 * @throws AppError `tooManyTurns`
 */
export function takeSeat({ actor: { userId }, platform }: UserContext): () => void {
  const counts = taken.get(platform) ?? new Map<number, number>();
  taken.set(platform, counts);
  const count = counts.get(userId) ?? 0;
  if (count >= SEATS) throw new AppError('tooManyTurns');
  counts.set(userId, count + 1);
  return () => {
    const left = (counts.get(userId) ?? 1) - 1;
    if (left > 0) counts.set(userId, left);
    else counts.delete(userId);
  };
}
