import type { Db } from '@tandem/db';
import type { AssistantTable } from '@tandem/db/tables/assistant';
import type { Insertable, Selectable } from 'kysely';

/** An assistant's row. */
export type AssistantRow = Selectable<AssistantTable>;

export async function insertAssistant(tx: Db, values: Insertable<AssistantTable>): Promise<AssistantRow> {
  return tx.insertInto('assistant').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function assistantById(db: Db, assistantId: string): Promise<AssistantRow | null> {
  return (
    (await db.selectFrom('assistant').selectAll().where('id', '=', assistantId).executeTakeFirst()) ?? null
  );
}

/** An app's assistants, its first one first. */
export function assistantsOfApp(db: Db, appId: string): Promise<AssistantRow[]> {
  return db
    .selectFrom('assistant')
    .selectAll()
    .where('appId', '=', appId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export async function updateAssistantRow(
  db: Db,
  assistantId: string,
  values: { name?: string; instructions?: string; modelId?: string | null },
): Promise<AssistantRow | null> {
  return (
    (await db
      .updateTable('assistant')
      .set(values)
      .where('id', '=', assistantId)
      .returningAll()
      .executeTakeFirst()) ?? null
  );
}
