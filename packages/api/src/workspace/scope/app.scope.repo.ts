import type { Db } from '@tandem/db';
import type { AppVisibility } from '@tandem/shared/access/permissions';

/**
 * Changes an app's visibility and default permission.
 * @returns the new values
 */
export async function updateAppScope(
  tx: Db,
  appId: string,
  values: { visibility?: AppVisibility; level?: number; revision: number },
): Promise<{ visibility: AppVisibility; level: number }> {
  return tx
    .updateTable('app')
    .set({ ...values, hiddenRevision: values.revision })
    .where('id', '=', appId)
    .returning(['visibility', 'level'])
    .executeTakeFirstOrThrow();
}
