import type { Db } from '@tandem/db';
import type { ExtractionProblem } from '@tandem/shared/file/reading';
import { sql } from 'kysely';
import type { ExtractionKey } from './extraction.repo.ts';
import { READING_VERSION } from './version.ts';

/**
 * Puts a content that an earlier version of reading was done with back into the queue, for its pages without text. What
 * was read of it stays as it is, can be found and keeps its offsets.
 * @returns whether it was one
 */
export async function reopenExtraction(tx: Db, { hash, format }: ExtractionKey): Promise<boolean> {
  const outdated = await tx
    .selectFrom('extraction')
    .select('hash')
    .where('hash', '=', hash)
    .where('format', '=', format)
    .where('version', '<', READING_VERSION)
    .where('status', 'in', ['ready', 'failed'])
    .forUpdate()
    .executeTakeFirst();
  if (!outdated) return false;
  await tx
    .updateTable('extraction_page')
    .set({ problem: 'scanned' })
    .where('hash', '=', hash)
    .where('format', '=', format)
    .where('problem', '=', 'empty')
    .execute();
  await sql`
    update "extraction" set "status" = 'queued', "problem" = null, "recognisedMs" = 0,
      "scans" = "page"."scans", "recognised" = "page"."recognised"
    from (
      select count(*) filter (where "problem" = 'scanned' or "words" is not null)::integer as "scans",
        count(*) filter (where "words" is not null)::integer as "recognised"
      from "extraction_page" where "hash" = ${hash} and "format" = ${format}
    ) as "page"
    where "hash" = ${hash} and "format" = ${format}`.execute(tx);
  return true;
}

/**
 * Ends reading a content again, before it is done, whose text an earlier version has got: it is as ready as it was
 * before. It stays of that version, so that people can have it read again; by itself that begins for no content with a
 * problem.
 * @returns whether it was one
 */
export async function endReadingAgain(
  tx: Db,
  { hash, format }: { hash: string; format: string },
  problem: ExtractionProblem,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update "extraction" set "status" = 'ready', "problem" = ${problem}
    where "hash" = ${hash} and "format" = ${format} and "status" in ('queued', 'reading')
      and "version" < ${READING_VERSION}::integer and "done" = "pages" and exists (
        select from "extraction_page" as "page"
        where "page"."hash" = ${hash} and "page"."format" = ${format} and "page"."problem" is null)`.execute(
    tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Whether contents wait or are read; with `isNew`, only those that no earlier version has read. */
export async function isReading(db: Db, { isNew = false }: { isNew?: boolean } = {}): Promise<boolean> {
  const found = await db
    .selectFrom('extraction')
    .select('hash')
    .where('status', 'in', ['queued', 'reading'])
    .$if(isNew, (query) => query.where('version', '>=', READING_VERSION))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
