import type { Db } from '@tandem/db';
import { sql } from 'kysely';
import { type ExtractionKey, type ExtractionRow, lockExtraction } from '../extraction.repo.ts';
import { storeIndex } from '../index/index.repo.ts';
import { READING_VERSION } from '../version.ts';
import type { RecognisedPage, ScannedPage } from './recognise.ts';

/** The first pages of a file whose picture was not read. */
export function findScans(db: Db, { hash, format }: ExtractionKey, limit: number): Promise<ScannedPage[]> {
  return db
    .selectFrom('extraction_page')
    .select(['index', 'label'])
    .where('hash', '=', hash)
    .where('format', '=', format)
    .where('problem', '=', 'scanned')
    .orderBy('index')
    .limit(limit)
    .execute();
}

/**
 * Stores what was read of pictures, with its part of the index. Nothing is stored when another process did meanwhile.
 * @param passages that the file had when they were read
 * @param ms time that reading took
 * @returns the state afterwards; null when the content is gone, or reading it was stopped
 */
export async function storeRecognised(
  tx: Db,
  { hash, format }: ExtractionKey,
  pages: readonly RecognisedPage[],
  { recognised, ms }: { recognised: number; ms: number },
): Promise<ExtractionRow | null> {
  const before = await lockExtraction(tx, { hash, format });
  // One that was read before is ready when reading it again was stopped.
  if (!before || before.status === 'ready') return null;
  if (before.recognised !== recognised) return before;
  let { passages, words, language } = before;
  for (const { index, read, problem } of pages) {
    await tx
      .updateTable('extraction_page')
      .set({
        text: read?.text.replaceAll('\0', ' ').toWellFormed() ?? '',
        problem,
        words: read?.words ?? null,
      })
      .where('hash', '=', hash)
      .where('format', '=', format)
      .where('index', '=', index)
      .execute();
    if (!read) continue;
    const { entries } = read;
    passages += entries.passages.length;
    words += entries.passages.reduce((sum, { length }) => sum + length, 0);
    language = entries.language;
    await storeIndex(tx, before.id, entries);
  }
  return tx
    .updateTable('extraction')
    .set({ status: 'reading', passages, words, language })
    .set({ recognised: recognised + pages.length, recognisedMs: before.recognisedMs + ms })
    .where('hash', '=', hash)
    .where('format', '=', format)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends reading: the file is ready when any of its pages has text. */
export async function finishRecognition(tx: Db, { hash, format }: ExtractionKey): Promise<void> {
  await sql`
    update "extraction" set "version" = ${READING_VERSION}::integer,
      "status" = case when "found"."text" then 'ready' else 'failed' end,
      "problem" = case when "found"."text" then null when "found"."tooHard" then 'tooHard' else 'empty' end
    from (
      select coalesce(bool_or("problem" is null), false) as "text",
        coalesce(bool_or("problem" = 'tooHard'), false) as "tooHard"
      from "extraction_page" where "hash" = ${hash} and "format" = ${format}
    ) as "found"
    where "hash" = ${hash} and "format" = ${format} and "status" in ('queued', 'reading')`.execute(tx);
}
