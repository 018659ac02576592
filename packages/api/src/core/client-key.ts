import { type Db, transaction } from '@tandem/db';
import { AppError, violatedUnique } from './errors.ts';

/** A caller's name for what a call creates: a repeated call gets the first result. */
export interface ByClientKey<Made> {
  /** Absent: every call makes something new. */
  clientKey: string | null | undefined;
  /** Finds what the caller has created with the key. */
  find(db: Db, clientKey: string): Promise<Made | null | undefined>;
  /** Whether it was created in the requested place; a key names one thing, wherever it is. */
  isHere(made: Made): boolean;
}

/**
 * Returns what an earlier call with the same key created; null when this is the first.
 * @throws AppError `conflict` when the key was used elsewhere
 */
export async function madeBefore<Made>(
  db: Db,
  { clientKey, find, isHere }: ByClientKey<Made>,
): Promise<Made | null> {
  const made = clientKey ? await find(db, clientKey) : null;
  if (made && !isHere(made)) throw new AppError('conflict');
  return made ?? null;
}

/**
 * Inserts a row, or finds the one inserted by an earlier or concurrent call with the key.
 * @param insert returns null when the key was taken meanwhile
 * @returns its id
 * @throws AppError `conflict` when the key was used elsewhere, or its row was deleted at this moment
 */
export async function insertOnce<Made extends { id: string }>(
  db: Db,
  key: ByClientKey<Made>,
  insert: () => Promise<string | null>,
): Promise<string> {
  const before = async () => (await madeBefore(db, key))?.id ?? null;
  const id = (await before()) ?? (await insert()) ?? (await before());
  if (id === null) throw new AppError('conflict');
  return id;
}

/** The result of an earlier call, or of this one. */
export type Once<Made, Done> = { made: Made; done?: never } | { made?: never; done: Done };

/**
 * Works in a transaction whose lock serialises calls with the same key.
 * @param steps `prepare` reads what need not hold until the commit, before the lock; when it fails, an
 * earlier call's result is still returned
 * @throws AppError `conflict` when the key was used elsewhere, including concurrently
 */
export async function workOnce<Made, Prepared, Locked, Done>(
  db: Db,
  key: ByClientKey<Made>,
  steps: {
    prepare(): Promise<Prepared>;
    lock(tx: Db): Promise<Locked>;
    work(tx: Db, locked: Locked, prepared: Prepared): Promise<Done>;
  },
): Promise<Once<Made, Done>> {
  let prepared: Prepared;
  try {
    prepared = await steps.prepare();
  } catch (err) {
    const made = await madeBefore(db, key);
    if (made) return { made };
    throw err;
  }
  return transaction(db, async (tx): Promise<Once<Made, Done>> => {
    const locked = await steps.lock(tx);
    const made = await madeBefore(tx, key);
    return made ? { made } : { done: await steps.work(tx, locked, prepared) };
  }).catch(refuseTakenKey);
}

/** Rethrows; as `conflict` where a concurrent call elsewhere took the key. */
export function refuseTakenKey(err: unknown): never {
  throw violatedUnique(err) === null ? err : new AppError('conflict', {}, err);
}
