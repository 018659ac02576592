import { setTimeout as sleep } from 'node:timers/promises';
import { SAVE_PATIENCE_MS } from '../../content/turn/limits.ts';
import { toAppError } from '../../core/errors.ts';
import { steadyMs } from '../../core/timing/steady.ts';

/** What a turn has to store could not be stored, which is no fault of its provider or a tool. */
export class StoreFailure extends Error {
  constructor(cause: unknown) {
    super('A turn could not be stored.', { cause });
    this.name = 'StoreFailure';
  }
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
