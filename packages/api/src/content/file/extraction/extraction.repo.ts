import type { Db } from '@tandem/db';
import type { ExtractionPageTable, ExtractionTable } from '@tandem/db/tables/extraction';
import { EXTRACTION_PROBLEMS, type ExtractionProblem } from '@tandem/shared/file/reading';
import { type Selectable, sql } from 'kysely';
import type { IndexedBatch } from './extract.ts';
import type { ExtractionFormat } from './format.ts';
import { storeIndex } from './index/index.repo.ts';
import type { ExtractedPage } from './pages.ts';
import { READING_VERSION } from './version.ts';

/** Names what is read: one content in one format. */
export interface ExtractionKey {
  hash: string;
  format: ExtractionFormat;
}

export type ExtractionRow = Selectable<ExtractionTable>;
export type ExtractionPageRow = Pick<
  Selectable<ExtractionPageTable>,
  'index' | 'label' | 'text' | 'problem'
> & {
  words?: number[] | null;
};

/** @returns whether it was not there yet */
export async function insertExtraction(tx: Db, { hash, format }: ExtractionKey): Promise<boolean> {
  const inserted = await tx
    .insertInto('extraction')
    .values({ hash, format, version: READING_VERSION })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The state of a reading; null when nobody asked for it. */
export async function findExtraction(db: Db, { hash, format }: ExtractionKey): Promise<ExtractionRow | null> {
  const found = await db
    .selectFrom('extraction')
    .selectAll()
    .where('hash', '=', hash)
    .where('format', '=', format)
    .executeTakeFirst();
  return found ?? null;
}

/** Locks the state of a reading before more of it is stored; null when the content is gone, or reading it was stopped. */
export async function lockExtraction(tx: Db, { hash, format }: ExtractionKey): Promise<ExtractionRow | null> {
  const found = await tx
    .selectFrom('extraction')
    .selectAll()
    .where('hash', '=', hash)
    .where('format', '=', format)
    .where('status', '<>', 'failed')
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Stores consecutive pages that were read, with their part of the index. Nothing is stored when another process stored
 * pages behind these ones' beginning meanwhile.
 * @param from index of the first page, from 0
 * @returns the state afterwards, from which reading goes on; null when the content is gone, or reading it was stopped
 */
export async function storePages(
  tx: Db,
  { hash, format }: ExtractionKey,
  from: number,
  { title, total, pages, index, outline }: IndexedBatch,
): Promise<ExtractionRow | null> {
  const before = await lockExtraction(tx, { hash, format });
  if (!before) return null;
  if (before.done !== from) return before;
  const done = from + pages.length;
  const scans = before.scans + pages.filter(({ problem }) => problem === 'scanned').length;
  const row = await tx
    .updateTable('extraction')
    .set({
      title,
      ...(outline && { outline: JSON.stringify(outline) }),
      pages: total,
      ...{ done, scans },
      status: done >= total && scans === before.recognised ? 'ready' : 'reading',
      passages: before.passages + index.passages.length,
      words: before.words + index.passages.reduce((sum, { length }) => sum + length, 0),
      language: index.language,
    })
    .where('hash', '=', hash)
    .where('format', '=', format)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('extraction_page')
    .values(pages.map((page, at) => ({ hash, format, index: from + at + 1, ...stored(page) })))
    .execute();
  await storeIndex(tx, row.id, index);
  return row;
}

/** The database keeps no NUL in text. */
function stored({ label, text, problem }: ExtractedPage) {
  return {
    label: label.replaceAll('\0', ' '),
    text: text.replaceAll('\0', ' ').toWellFormed(),
    problem,
  };
}

/** Notes why a reading that is not over ends; the pages read so far stay. */
export async function failExtraction(
  tx: Db,
  { hash, format }: { hash: string; format: string },
  problem: ExtractionProblem,
): Promise<void> {
  await tx
    .updateTable('extraction')
    .set({ status: 'failed', problem, version: READING_VERSION })
    .where('hash', '=', hash)
    .where('format', '=', format)
    .where('status', 'in', ['queued', 'reading'])
    .execute();
}

/**
 * Puts a reading that failed back into the queue.
 * @param problems only if it failed for one of these
 * @returns whether it had failed
 */
export async function resumeExtraction(
  tx: Db,
  { hash, format }: ExtractionKey,
  problems: readonly ExtractionProblem[] = EXTRACTION_PROBLEMS,
): Promise<boolean> {
  const resumed = await tx
    .updateTable('extraction')
    .set({ status: 'queued', problem: null })
    .where('hash', '=', hash)
    .where('format', '=', format)
    .where('status', '=', 'failed')
    .where('problem', 'in', problems)
    .returning('hash')
    .executeTakeFirst();
  return resumed !== undefined;
}

/** Pages in order, after one. */
export function findPages(
  db: Db,
  { hash, format }: ExtractionKey,
  { after, limit, words = false }: { after: number; limit: number; words?: boolean },
): Promise<ExtractionPageRow[]> {
  return db
    .selectFrom('extraction_page')
    .select(['index', 'label', 'text', 'problem'])
    .$if(words, (query) => query.select('words'))
    .where('hash', '=', hash)
    .where('format', '=', format)
    .where('index', '>', after)
    .orderBy('index')
    .limit(limit)
    .execute();
}

/** Characters of all pages that were read. */
export async function countCharacters(db: Db, { hash, format }: ExtractionKey): Promise<number> {
  const { characters } = await db
    .selectFrom('extraction_page')
    .select(sql<number>`coalesce(sum(length("text")), 0)::integer`.as('characters'))
    .where('hash', '=', hash)
    .where('format', '=', format)
    .executeTakeFirstOrThrow();
  return characters;
}

/** Deletes all that was read of a content. */
export async function deleteExtractions(tx: Db, hash: string): Promise<void> {
  await tx.deleteFrom('extraction').where('hash', '=', hash).execute();
}
