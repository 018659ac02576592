import type { Db } from '@tandem/db';
import { AppError } from '../../core/errors.ts';
import { lockAppRow } from './access.repo.ts';

export { lockAppRow };

/**
 * Locks an app's row until the transaction ends, which serialises changes of its tree. Take this lock before
 * the team's (`nextTreeRevision`).
 * @throws AppError `notFound` when the app is gone or in the bin
 */
export async function lockApp(tx: Db, appId: string): Promise<void> {
  if (!(await lockAppRow(tx, appId))) throw new AppError('notFound');
}
