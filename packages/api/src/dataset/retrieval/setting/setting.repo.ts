import type { Db } from '@tandem/db';
import type { RetrievalSettingTable } from '@tandem/db/tables/vector';
import { type Selectable, sql } from 'kysely';

export type RetrievalSetting = Selectable<RetrievalSettingTable>;

/** The models that a team chose; null when it never did. */
export async function findSetting(db: Db, teamId: string): Promise<RetrievalSetting | null> {
  const found = await db
    .selectFrom('retrieval_setting')
    .selectAll()
    .where('teamId', '=', teamId)
    .executeTakeFirst();
  return found ?? null;
}

/** Stores the models that a team chose. */
export async function storeSetting(
  tx: Db,
  setting: Pick<RetrievalSetting, 'teamId' | 'embeddingModelId' | 'rerankModelId' | 'chooserId'>,
): Promise<void> {
  const { teamId, ...chosen } = setting;
  await tx
    .insertInto('retrieval_setting')
    .values(setting)
    .onConflict((conflict) => conflict.column('teamId').doUpdateSet({ ...chosen, changedAt: sql`now()` }))
    .execute();
}
