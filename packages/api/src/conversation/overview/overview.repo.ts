import type { Db } from '@tandem/db';
import type { SourceOverviewTable } from '@tandem/db/tables/overview';
import type { WrittenOverview } from '@tandem/shared/dataset/overview';
import type { OutlineEntry } from '@tandem/shared/file/reading';
import type { MessageError } from '@tandem/shared/message/schema';
import type { Language } from '@tandem/shared/user/schema';
import { type Selectable, sql } from 'kysely';

export type OverviewRow = Selectable<SourceOverviewTable>;

/** A content of a team: overviews are shared by all its datasets that hold the same. */
export interface OverviewContent {
  teamId: string;
  hash: string;
  format: string;
}

/** One attempt to make an overview. */
export interface OverviewAttempt {
  id: string;
  attempt: number;
}

/** Minutes after which an attempt of a process that died counts as lost. */
const LOST_AFTER = 10;

/** The overviews of a content, one for each language. */
export function findOverviews(db: Db, { teamId, hash, format }: OverviewContent): Promise<OverviewRow[]> {
  return db
    .selectFrom('source_overview')
    .selectAll()
    .where('teamId', '=', teamId)
    .where('hash', '=', hash)
    .where('format', '=', format)
    .execute();
}

/**
 * Takes on making an overview that nobody makes and that is not ready.
 * @returns null when it is made already, or being made
 */
export async function claimOverview(
  tx: Db,
  content: OverviewContent & { language: Language },
): Promise<OverviewAttempt | null> {
  const claimed = await tx
    .insertInto('source_overview')
    .values(content)
    .onConflict((conflict) =>
      conflict
        .columns(['teamId', 'hash', 'format', 'language'])
        .doUpdateSet({
          status: 'making',
          error: null,
          attempt: sql`"source_overview"."attempt" + 1`,
          claimedAt: sql`now()`,
        })
        .where(
          sql<boolean>`"source_overview"."status" = 'failed' or ("source_overview"."status" = 'making'
            and "source_overview"."claimedAt" < now() - make_interval(mins => ${LOST_AFTER}))`,
        ),
    )
    .returning(['id', 'attempt'])
    .executeTakeFirst();
  return claimed ?? null;
}

/** An overview that is still to be made by this attempt; null for any other. */
export async function findAttempt(db: Db, { id, attempt }: OverviewAttempt): Promise<OverviewRow | null> {
  const found = await db
    .selectFrom('source_overview')
    .selectAll()
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'making')
    .executeTakeFirst();
  return found ?? null;
}

/** Stores what an attempt led to, unless another has begun. */
export async function storeOverview(
  db: Db,
  { id, attempt }: OverviewAttempt,
  end: { written: WrittenOverview; model: string; isExtract: boolean } | { error: MessageError },
): Promise<void> {
  const values =
    'error' in end
      ? { status: 'failed' as const, error: JSON.stringify(end.error) }
      : {
          ...{ status: 'ready' as const, error: null, model: end.model, isExtract: end.isExtract },
          summary: end.written.summary,
          outline: JSON.stringify(end.written.outline),
          questions: JSON.stringify(end.written.questions),
        };
  await db
    .updateTable('source_overview')
    .set(values)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute();
}

/** Forgets an attempt whose source is gone, or whose asker may no longer ask. */
export async function dropAttempt(db: Db, { id, attempt }: OverviewAttempt): Promise<void> {
  await db.deleteFrom('source_overview').where('id', '=', id).where('attempt', '=', attempt).execute();
}

/** Deletes overviews of contents that no source of their team holds any longer. */
export async function deleteUnheld(db: Db): Promise<void> {
  await db
    .deleteFrom('source_overview')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('source')
            .select('source.id')
            .whereRef('source.teamId', '=', 'source_overview.teamId')
            .whereRef('source.hash', '=', 'source_overview.hash')
            .whereRef('source.format', '=', 'source_overview.format'),
        ),
      ),
    )
    .where('status', '<>', 'making')
    .execute();
}

/** The datasets of a team with a source of this content. */
export async function datasetsHolding(db: Db, { teamId, hash, format }: OverviewContent): Promise<string[]> {
  const rows = await db
    .selectFrom('source')
    .select('datasetId')
    .distinct()
    .where('teamId', '=', teamId)
    .where('hash', '=', hash)
    .where('format', '=', format)
    .execute();
  return rows.map(({ datasetId }) => datasetId);
}

/** The beginnings of some pages. @param indices from 1 */
export function findBeginnings(
  db: Db,
  { hash, format }: Pick<OverviewContent, 'hash' | 'format'>,
  indices: readonly number[],
  length: number,
): Promise<{ page: number; text: string }[]> {
  return db
    .selectFrom('extraction_page')
    .select(['index as page', sql<string>`left("text", ${length})`.as('text')])
    .where('hash', '=', hash)
    .where('format', '=', format)
    .where('index', 'in', indices)
    .orderBy('index')
    .execute();
}

/** A content's pages, and its own headings. */
export async function findContents(
  db: Db,
  { hash, format }: Pick<OverviewContent, 'hash' | 'format'>,
): Promise<{ pages: number; outline: OutlineEntry[]; title: string }> {
  const row = await db
    .selectFrom('extraction')
    .select(['done', 'outline', 'title'])
    .where('hash', '=', hash)
    .where('format', '=', format)
    .executeTakeFirst();
  return { pages: row?.done ?? 0, outline: row?.outline ?? [], title: row?.title ?? '' };
}
