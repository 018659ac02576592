import { compiledStatement } from '@tandem/db/compiled-query';
import { sql } from 'kysely';
import {
  columnsOf,
  firstChatModelId,
  type OfferedModel,
  partRow,
  providerAliases,
} from '../provider/provider.repo.ts';
import type { AssistantRow } from './assistant.repo.ts';

/** Where an answer is wanted, and of whom. */
export interface AnswererWanted {
  teamId: string;
  appId: string;
  /** Null, or gone: the app's default. */
  assistantId: string | null;
  /** Null: the assistant's own, else the team's default. */
  modelId: string | null;
}

/** An assistant, and the model that is to answer, if it is the team's to use, whether enabled or not. */
export interface FoundAnswerer {
  assistant: AssistantRow;
  offered: OfferedModel | null;
}

type AnswererRow = Record<string, unknown>;

/** Every column of an assistant; the type check fails here when the table grows. */
const assistantColumns: Record<keyof AssistantRow, true> = {
  id: true,
  teamId: true,
  appId: true,
  ownerId: true,
  name: true,
  avatar: true,
  instructions: true,
  modelId: true,
  tools: true,
  createdAt: true,
  description: true,
  parameters: true,
  starters: true,
  isDefault: true,
  deletedAt: true,
  updatedAt: true,
  spelling: true,
};
const assistantAliases = (Object.keys(assistantColumns) as (keyof AssistantRow)[]).map(
  (name) => `assistant.${name} as assistant.${name}` as const,
);

/** Returns the statement that finds the assistant and model that answer; `foundAnswerer` reads its row. */
export const findingAnswerer = compiledStatement<AnswererWanted, AnswererRow>((db, wanted) => {
  const { teamId, appId, assistantId, modelId } = wanted;
  const assistant = db
    .selectFrom('assistant')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('id', '=', assistantId), eb('appId', '=', appId)]))
    .orderBy(sql`"id" is not distinct from ${assistantId}::uuid`, 'desc')
    .orderBy('isDefault', 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1);
  // The default is looked for only where neither names one.
  const model = sql<string>`coalesce(${modelId}::uuid, "assistant"."modelId", ${firstChatModelId(db, teamId)})`;
  return db
    .selectFrom(assistant.as('assistant'))
    .leftJoin('model', (join) => join.on('model.id', '=', model))
    .leftJoin('provider', (join) =>
      join
        .onRef('provider.id', '=', 'model.providerId')
        .on((eb) => eb.or([eb('provider.teamId', 'is', null), eb('provider.teamId', '=', teamId)])),
    )
    .selectAll('model')
    .select([...providerAliases, ...assistantAliases])
    .compile();
});

/** Reads what that found; null where the app has no assistant. */
export function foundAnswerer(row: AnswererRow | undefined): FoundAnswerer | null {
  if (!row) return null;
  const isOffered = row['provider.id'] !== null;
  return {
    assistant: columnsOf<AssistantRow>(row, 'assistant'),
    offered: isOffered ? partRow(row) : null,
  };
}
