import type { Db } from '@tandem/db';
import type { KeysetPage, Page, PageRequest } from '@tandem/shared/pagination/schema';
import type { ListUsage, Usage, UsageRange, UsageReport, UsageSums } from '@tandem/shared/usage/schema';
import * as z from 'zod';
import { cursorText, readCursor, writeCursor } from '../../core/cursor.ts';
import { countUsage, type UsageOf, type UsageView, usageByApp, usageByDay, usagePage } from './view.repo.ts';

const cursorSchema = z.tuple([cursorText(40).refine(isMoment), z.uuid()]);

/** Whether this is a valid timestamp as the database writes it. */
function isMoment(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(text)) return false;
  const moment = Date.parse(text.replace(' ', 'T').replace(/\+00$/, 'Z'));
  return moment > 0 && new Date(moment).toISOString().startsWith(text.slice(0, 10));
}

/** A person's own usage in a team, newest first. */
export async function listUsage(
  db: Db,
  of: UsageOf,
  { cursor, limit }: ListUsage,
): Promise<KeysetPage<Usage>> {
  const place = cursor === undefined ? undefined : readCursor(cursor, cursorSchema);
  const before = place && { createdAt: place[0], id: place[1] };
  const rows = await usagePage(db, of, { limit: limit + 1, before });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    list: rows.slice(0, limit).map(present),
    nextCursor: last ? writeCursor([last.place, last.id]) : null,
  };
}

/** The same by numbered pages. */
export async function pageUsage(
  db: Db,
  of: UsageOf,
  { currentPage, pageSize }: PageRequest,
): Promise<Page<Usage>> {
  const total = await countUsage(db, of);
  const offset = (currentPage - 1) * pageSize;
  const rows = offset < total ? await usagePage(db, of, { limit: pageSize, offset }) : [];
  return { list: rows.map(present), pagination: { currentPage, pageSize, total } };
}

/** A person's own usage of some days, summed up. */
export async function reportUsage(db: Db, of: UsageOf, range: UsageRange): Promise<UsageReport> {
  const [days, apps] = await Promise.all([usageByDay(db, of, range), usageByApp(db, of, range)]);
  const models = new Map<string | null, UsageReport['models'][number]>();
  const total = noUsage();
  for (const { day: _, modelId: id, model: name, ...sums } of days) {
    const known = models.get(id) ?? { id, name, ...noUsage() };
    models.set(id, known);
    add(known, sums);
    add(total, sums);
  }
  return {
    days: days.map(({ model: _, ...day }) => day),
    models: [...models.values()].sort((a, b) => b.cost - a.cost || tokensOf(b) - tokensOf(a)),
    apps,
    total,
  };
}

function noUsage(): UsageSums {
  return { turns: 0, failures: 0, inputTokens: 0, outputTokens: 0, images: 0, cost: 0 };
}

function add(to: UsageSums, more: UsageSums): void {
  to.turns += more.turns;
  to.failures += more.failures;
  to.inputTokens += more.inputTokens;
  to.outputTokens += more.outputTokens;
  to.images += more.images;
  to.cost += more.cost;
}

function tokensOf({ inputTokens, outputTokens }: UsageSums): number {
  return inputTokens + outputTokens;
}

function present({ place: _, ...row }: UsageView): Usage {
  return row;
}
