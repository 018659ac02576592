import type { Db } from '@tandem/db';
import type { AppVisibility } from '@tandem/shared/access/permissions';

/** Changes who sees an app by the team's default, and what they may do. @returns what is so now */
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
