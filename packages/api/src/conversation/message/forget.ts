import type { Db } from '@tandem/db';
import { deleteReactionsOf } from '../../content/message/react.repo.ts';
import { deleteQueuedOf } from './queue.repo.ts';

/** Deletes a person's reactions and queued messages. */
export async function forgetPerson(tx: Db, { userId }: { userId: number }): Promise<void> {
  await deleteReactionsOf(tx, userId);
  await deleteQueuedOf(tx, userId);
}
