import type { Db } from '@tandem/db';
import type { UsageTable } from '@tandem/db/tables/usage';
import type { UsageKind } from '@tandem/shared/usage/schema';
import { type Insertable, sql } from 'kysely';

/** In `usage_day`, for usage outside any app, or by a deleted model. */
export const NONE = '00000000-0000-0000-0000-000000000000';

export type UsageValues = Required<Omit<Insertable<UsageTable>, 'id' | 'createdAt'>>;

/** Requests that are part of somebody's turn, such as titling a channel, or of none. */
const besideTurns: ReadonlySet<UsageKind> = new Set(['title', 'summary', 'embedding', 'rerank', 'overview']);

/**
 * Inserts a usage row and adds it to its day. Its references may be gone meanwhile, except team and person.
 */
export async function insertUsage(tx: Db, values: UsageValues): Promise<void> {
  const stillThere = (table: 'app' | 'channel' | 'turn' | 'assistant' | 'model', id: string | null) =>
    sql<string | null>`(select "id" from ${sql.table(table)} where "id" = ${id}::uuid)`;
  const { teamId, userId, appId, modelId, inputTokens, outputTokens, images, cost } = values;
  const { firstTokenMs, durationMs } = values;
  const turns = besideTurns.has(values.kind) ? 0 : 1;
  const failures = turns === 1 && values.status === 'failed' ? 1 : 0;
  await tx
    .with('row', (db) =>
      db.insertInto('usage').values({
        ...values,
        appId: stillThere('app', appId),
        channelId: stillThere('channel', values.channelId),
        turnId: stillThere('turn', values.turnId),
        assistantId: stillThere('assistant', values.assistantId),
        modelId: stillThere('model', modelId),
      }),
    )
    .insertInto('usage_day')
    .values({
      teamId,
      day: sql`(now() at time zone 'UTC')::date`,
      userId,
      appId: appId ?? NONE,
      modelId: modelId ?? NONE,
      turns,
      failures,
      inputTokens,
      outputTokens,
      images,
      cost,
      firstTokenMs: firstTokenMs ?? 0,
      firstTokens: firstTokenMs === null ? 0 : 1,
      durationMs: durationMs ?? 0,
      durations: durationMs === null ? 0 : 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['teamId', 'day', 'userId', 'appId', 'modelId'])
        .doUpdateSet(
          Object.fromEntries(
            sums.map((name) => [name, sql`"usage_day".${sql.ref(name)} + excluded.${sql.ref(name)}`]),
          ),
        ),
    )
    .execute();
}

const sums = [
  'turns',
  'failures',
  'inputTokens',
  'outputTokens',
  'images',
  'cost',
  'firstTokenMs',
  'firstTokens',
  'durationMs',
  'durations',
] as const;
