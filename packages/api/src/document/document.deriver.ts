import { fileURLToPath } from 'node:url';
import { AppError } from '../core/errors.ts';
import { fairQueue } from '../core/fair-queue.ts';
import { runIsolated } from '../core/isolated.ts';
import { RecentFailures } from '../core/recent-failures.ts';
import { type Derivation, derivationOf } from './document.derivation.ts';

/** Documents above this, in bytes, are read in a process of their own: a whole process would wait for seconds. */
const ELSEWHERE_ABOVE_BYTES = 128 * 1024;
const TIME_MS = 30_000;
const MEMORY_MB = 768;
const DERIVER = fileURLToPath(new URL('./document.deriver.child.ts', import.meta.url));

/** Each is a Node of its own: few at once, and one document's readers do not keep those of others waiting. */
const elsewhere = fairQueue<string>({ atOnce: 2, atOncePerOwner: 1, waitingPerOwner: 50 });
/** What could not be read, by document and change. */
const failures = new RecentFailures();

/**
 * Reads a document, however large it is, without keeping others waiting. One that cannot be read is not tried again
 * soon, unless it changes.
 * @param known asked when it is this document's turn: what another made of it meanwhile, null when nobody did
 * @throws AppError `documentUnreadable` when that takes too long or too much memory, `unavailable` when too many ask
 */
export function deriveDocument<Known>(
  { documentId, seq, updates }: { documentId: string; seq: number; updates: readonly Uint8Array[] },
  known: () => Promise<Known | null>,
): Promise<Derivation | Known> {
  const bytes = updates.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (bytes <= ELSEWHERE_ABOVE_BYTES) return derivationOf(updates);
  return elsewhere.run(documentId, async () => {
    const made = await known();
    if (made !== null) return made;
    const key = `${documentId} ${seq}`;
    if (failures.has(key)) throw new AppError('documentUnreadable');
    const tooMuch = () => new AppError('documentUnreadable');
    try {
      return await runIsolated<Derivation>(DERIVER, [...updates], {
        timeMs: TIME_MS,
        memoryMb: MEMORY_MB,
        tooMuch,
      });
    } catch (err) {
      failures.add(key);
      throw err;
    }
  });
}
