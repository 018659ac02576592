import type { Db } from '@tandem/db';
import type { Writer } from '../model/readings.ts';
import { minutesSinceOverwritten } from './version.repo.ts';

/**
 * Minutes during which a version kept before a program's write also covers its next writes: while nobody else
 * writes in between, and in any case. A program that writes every second would otherwise fill the list.
 */
const SERVES_ALONE = 10;
const SERVES = 1;

/**
 * Whether the state a program is about to overwrite needs a new version, because no recent one covers it.
 * Content the writer never read always needs one.
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
