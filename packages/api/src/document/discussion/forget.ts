import type { Db } from '@tandem/db';
import { deleteReactionsOf } from './discussion.repo.ts';

/** Deletes a person's reactions to comments; their comments stay, without a name. */
export function forgetPerson(tx: Db, { userId }: { userId: number }): Promise<void> {
  return deleteReactionsOf(tx, userId);
}
