import { Readable } from 'node:stream';
import type { Db } from '@tandem/db';
import type { AuditFilter } from '@tandem/shared/audit/schema';
import { type AuditQuery, entriesPage } from '../../access/audit/audit.repo.ts';
import { recordAudit } from '../../access/audit/audit.service.ts';
import type { UserContext } from '../../core/context.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { Limit } from '../../core/limits/limiter.ts';
import { contentDisposition } from '../../core/rest/disposition.ts';
import { Download } from '../../core/rest/row.ts';
import { type Log, presentEntry } from './list.ts';

/** Entries read at once; a long log is never held in memory as a whole. */
const BATCH = 1_000;
const exports: Limit = { name: 'audit.export', max: 30, windowSeconds: 60 * 60 };

/**
 * Streams a log as JSON lines, newest first, while its reader keeps the right to read it. The export is
 * itself recorded.
 * @param judge throws once the reader may no longer read the log
 * @throws AppError `tooManyRequests`
 */
export async function exportAudit(
  ctx: UserContext,
  { teamId }: Log,
  { of, ...filter }: AuditFilter,
  judge: () => Promise<unknown>,
): Promise<Download> {
  await limitByActor(ctx, exports);
  await recordAudit(ctx.db, ctx, { teamId, action: 'audit.export', detail: { of, ...filter } });
  const day = new Date().toISOString().slice(0, 10);
  const headers = {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': contentDisposition('attachment', `audit-log-${day}.jsonl`),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Download(200, headers, Readable.from(lines(ctx.db, { teamId, ...filter }, judge)));
}

/** Yields one piece of text per batch: single lines would cost more than reading them. */
async function* lines(db: Db, query: AuditQuery, judge: () => Promise<unknown>): AsyncGenerator<string> {
  for (let before: number | undefined; ; ) {
    // The next batch is read only once the client has taken this one, so the right may have ended meanwhile.
    await judge();
    const rows = await entriesPage(db, { ...query, before }, BATCH);
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(presentEntry(row))}\n`).join('');
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    before = last.number;
  }
}
