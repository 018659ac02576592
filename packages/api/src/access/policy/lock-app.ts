import type { Db } from '@tandem/db';
import { AppError } from '../../core/errors.ts';
import { lockAppRow } from './access.repo.ts';

export { lockAppRow };

/**
 * Holds an app's row until the transaction ends: changes of its tree take turns. Take it before the team's
 * (`nextTreeRevision`).
 * @throws AppError `notFound` when the app is gone or in the bin
 */
export async function lockApp(tx: Db, appId: string): Promise<void> {
  if (!(await lockAppRow(tx, appId))) throw new AppError('notFound');
}
