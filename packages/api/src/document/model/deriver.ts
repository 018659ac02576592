import type { Db } from '@tandem/db';
import { AppError } from '../../core/errors.ts';
import { RecentFailures } from '../../core/timing/recent-failures.ts';
import { type Derived, runDocumentOperation } from '../edit/operations.ts';
import { readStored, type StoredDocument } from './state.ts';

/** Failed derivations, by document and change. */
const failures = new RecentFailures();

/**
 * Derives a stored document, its last readable version where it is frozen. A failure is remembered until the
 * document changes.
 * @throws AppError `notFound` when it is gone, `documentUnreadable` when it exceeds time or memory,
 * `unavailable` when too many ask
 */
export async function deriveStored(
  db: Db,
  documentId: string,
): Promise<Derived & Pick<StoredDocument, 'seq' | 'isFrozen'>> {
  let seq = 0;
  let isFrozen = false;
  const key = () => `${documentId} ${seq} ${isFrozen}`;
  try {
    const read = async () => {
      const stored = await readStored(db, documentId);
      ({ seq, isFrozen } = stored);
      if (failures.has(key())) throw new AppError('documentUnreadable');
      return { updates: stored.updates };
    };
    // Scheduled by document: readers of one do not delay those of others.
    return { ...(await runDocumentOperation('derive', read, { owner: documentId })), seq, isFrozen };
  } catch (error) {
    if (error instanceof AppError && error.key === 'documentUnreadable') failures.add(key());
    throw error;
  }
}
