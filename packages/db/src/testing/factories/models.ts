import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../database.ts';
import type { AssistantTable } from '../../tables/assistant.ts';
import type { ModelTable, ProviderTable } from '../../tables/provider.ts';

/** An assistant of an app, or of its owner when no app is named. */
export function makeAssistant(
  db: Db,
  values: Pick<Insertable<AssistantTable>, 'teamId' | 'ownerId'> & Partial<Insertable<AssistantTable>>,
): Promise<Selectable<AssistantTable>> {
  return db
    .insertInto('assistant')
    .values({ name: 'Assistant', tools: '[]', ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A provider of the installation, or of the team that is named; without a key. */
export function makeProvider(
  db: Db,
  values: Partial<Insertable<ProviderTable>> = {},
): Promise<Selectable<ProviderTable>> {
  return db
    .insertInto('provider')
    .values({
      kind: 'openai-compatible',
      name: 'Example provider',
      apiHost: 'http://127.0.0.1:9/v1',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A chat model of a provider, with tools. */
export function makeModel(
  db: Db,
  values: Pick<Insertable<ModelTable>, 'providerId'> & Partial<Insertable<ModelTable>>,
): Promise<Selectable<ModelTable>> {
  const modelId = values.modelId ?? `model-${randomUUID()}`;
  return db
    .insertInto('model')
    .values({
      modelId,
      name: modelId,
      kind: 'chat',
      abilities: JSON.stringify({ tools: true, vision: false, reasoning: false }),
      contextWindow: 128_000,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
