import type { Db } from '@tandem/db';
import { deleteQueuedOf } from './message.queue.repo.ts';
import { deleteReactionsOf } from './message.react.repo.ts';

/** Deletes a person's reactions, and what they sent that still waits. */
export async function forgetPerson(tx: Db, { userId }: { userId: number }): Promise<void> {
  await deleteReactionsOf(tx, userId);
  await deleteQueuedOf(tx, userId);
}
