import type { Db } from '@tandem/db';
import { fillInTurn, fillMessages } from '../../content/search/fill.ts';
import { fillComments } from '../../document/discussion/fill.ts';

/**
 * Reads the words of messages and comments that an earlier version stored without them.
 * @param patience milliseconds after which it leaves the rest for the next call
 * @returns how many it read
 */
export function fillWords(db: Db, patience?: number): Promise<number> {
  return fillInTurn(db, [fillMessages, fillComments], patience);
}
