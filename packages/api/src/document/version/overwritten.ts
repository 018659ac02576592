import type { Db } from '@tandem/db';
import type { Writer } from '../model/readings.ts';
import { minutesSinceOverwritten } from './version.repo.ts';

/**
 * Minutes for which a version that was kept before a program's writing serves the next ones by the same person: while
 * nobody else writes between, and at all. A program that writes every second would otherwise fill the list.
 */
const SERVES_ALONE = 10;
const SERVES = 1;

/**
 * Whether the state of a document that a program is about to overwrite is worth a version of its own: no earlier one
 * serves. What a writer never read is kept each time.
 */
export async function isWorthKeeping(
  db: Db,
  {
    documentId,
    userId,
    writer: { base, wroteLast },
  }: { documentId: string; userId: number | null; writer: Writer },
): Promise<boolean> {
  if (base.kind === 'unknown') return true;
  const minutes = await minutesSinceOverwritten(db, documentId, userId);
  return minutes === null || minutes >= (wroteLast ? SERVES_ALONE : SERVES);
}
