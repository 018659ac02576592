import type { Db } from '@tandem/db';
import type { ChannelVisibility } from '@tandem/shared/access/permissions';

/** Changes a channel's visibility and default permission; `rescope` applies them. */
export async function updateChannelScope(
  tx: Db,
  channelId: string,
  values: { visibility?: ChannelVisibility; level?: number; revision: number },
): Promise<void> {
  await tx.updateTable('channel').set(values).where('id', '=', channelId).execute();
}

/** The grants that reach a channel, and the level every member has on it. */
export function scopeOf(tx: Db, channelId: string): Promise<{ accessPath: string[]; teamLevel: number }> {
  return tx
    .selectFrom('channel')
    .select(['accessPath', 'teamLevel'])
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow();
}
