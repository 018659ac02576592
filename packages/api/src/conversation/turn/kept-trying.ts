import { setTimeout as sleep } from 'node:timers/promises';
import { ToolDefect } from '../../ai/tools/types.ts';
import { SAVE_PATIENCE_MS } from '../../content/turn/limits.ts';
import { AppError, toAppError } from '../../core/errors.ts';
import { steadyMs } from '../../core/timing/steady.ts';

/** What a turn has to store could not be stored, which is no fault of its provider or a tool. */
export class StoreFailure extends Error {
  constructor(cause: unknown) {
    super('A turn could not be stored.', { cause });
    this.name = 'StoreFailure';
  }
}

/** Whether something failed only because the database is away. */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof StoreFailure) return toAppError(error.cause).key === 'unavailable';
  if (error instanceof ToolDefect) return isStoreAway(error.cause);
  // What refuses in its own words, such as a sandbox that does not start, is another matter.
  return !(error instanceof AppError) && toAppError(error).key === 'unavailable';
}

/**
 * Stores something for as long as it takes while the database is away; it may be done twice.
 * @throws StoreFailure, the signal's reason
 */
export async function keptTrying<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const until = steadyMs() + SAVE_PATIENCE_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (err) {
      signal?.throwIfAborted();
      if (toAppError(err).key !== 'unavailable' || steadyMs() > until) throw new StoreFailure(err);
      await sleep(Math.min(250 * 2 ** attempt, 2_000));
    }
  }
}

/**
 * Does something that may be done twice, again for as long as the database is away.
 * @throws what it threw for any other reason, StoreFailure, the signal's reason
 */
export async function outlasting<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const done = await keptTrying(async () => {
    try {
      return { value: await work() };
    } catch (error) {
      if (isStoreAway(error)) throw new AppError('unavailable', {}, error);
      return { error };
    }
  }, signal);
  if ('error' in done) throw done.error;
  return done.value;
}
