import type { Db } from '@tandem/db';
import type { AssistantTable } from '@tandem/db/tables/assistant';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { withSpelling } from '../../core/names.ts';

/** An assistant's row. */
export type AssistantRow = Selectable<AssistantTable>;

export async function insertAssistant(tx: Db, values: Insertable<AssistantTable>): Promise<AssistantRow> {
  return tx.insertInto('assistant').values(withSpelling(values)).returningAll().executeTakeFirstOrThrow();
}

/** An assistant that has not been removed. */
export async function assistantById(db: Db, assistantId: string): Promise<AssistantRow | null> {
  const found = await db
    .selectFrom('assistant')
    .selectAll()
    .where('id', '=', assistantId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** The same, held until the transaction ends. */
export async function lockAssistant(tx: Db, assistantId: string): Promise<AssistantRow | null> {
  const found = await tx
    .selectFrom('assistant')
    .selectAll()
    .where('id', '=', assistantId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** An app's assistants, its default one first. */
export function assistantsOfApp(db: Db, appId: string): Promise<AssistantRow[]> {
  return db
    .selectFrom('assistant')
    .selectAll()
    .where('appId', '=', appId)
    .where('deletedAt', 'is', null)
    .orderBy('isDefault', 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** A person's own assistants in a team, the one changed last first. */
export function assistantsOfPerson(
  db: Db,
  { ownerId, teamId }: { ownerId: number; teamId: string },
): Promise<AssistantRow[]> {
  return db
    .selectFrom('assistant')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('teamId', '=', teamId)
    .where('appId', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute();
}

/** Serialises counts of a person's own assistants until the transaction ends. */
export async function lockOwn(tx: Db, { ownerId, teamId }: { ownerId: number; teamId: string }) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tandem assistants ${ownerId} ${teamId}`}, 0))`.execute(
    tx,
  );
}

export async function updateAssistantRow(
  tx: Db,
  assistantId: string,
  values: Updateable<AssistantTable>,
): Promise<AssistantRow | null> {
  const changed = await tx
    .updateTable('assistant')
    .set({ ...withSpelling(values), updatedAt: sql`now()` })
    .where('id', '=', assistantId)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return changed ?? null;
}

/** Unmarks an app's default assistant. */
export async function clearDefault(tx: Db, appId: string): Promise<void> {
  await tx
    .updateTable('assistant')
    .set({ isDefault: false })
    .where('appId', '=', appId)
    .where('isDefault', '=', true)
    .execute();
}

/** Values of a removed assistant, of which only the name stays. */
const emptied = {
  description: '',
  instructions: '',
  modelId: null,
  parameters: '{}',
  tools: '[]',
  starters: '[]',
  isDefault: false,
};

/**
 * Removes an assistant: only name and picture stay, for its messages. Clears it from channels that named it.
 */
export async function emptyAssistant(tx: Db, assistantId: string): Promise<void> {
  await tx
    .updateTable('assistant')
    .set({ ...emptied, deletedAt: sql`now()` })
    .where('id', '=', assistantId)
    .execute();
}

/** Removes every own assistant of a person, in all teams. */
export async function emptyAssistantsOf(tx: Db, ownerId: number): Promise<void> {
  await tx
    .updateTable('assistant')
    .set({ ...emptied, deletedAt: sql`now()` })
    .where('ownerId', '=', ownerId)
    .where('appId', 'is', null)
    .where('deletedAt', 'is', null)
    .execute();
}

/** Returns current names for variables in instructions. */
export async function namesForInstructions(
  db: Db,
  {
    userId,
    teamId,
    appId,
    channelId,
  }: Record<'teamId', string> & {
    userId: number;
    appId: string | null;
    channelId: string | null;
  },
): Promise<{
  user: string;
  language: string | null;
  team: string;
  app: string | null;
  channel: string | null;
}> {
  const { rows } = await sql<{
    user: string;
    language: string | null;
    team: string;
    app: string | null;
    channel: string | null;
  }>`
    select "user"."name" as "user", "user"."language", "team"."name" as "team",
      (select "name" from "app" where "id" = ${appId}::uuid and "teamId" = ${teamId}::uuid) as "app",
      (select "name" from "channel" where "id" = ${channelId}::uuid and "teamId" = ${teamId}::uuid) as "channel"
    from "user", "team" where "user"."id" = ${userId} and "team"."id" = ${teamId}
  `.execute(db);
  return rows[0] ?? { user: '', language: null, team: '', app: null, channel: null };
}
