import type { Db } from '@tandem/db';
import type { ListRuns, PageRuns } from '@tandem/shared/agent/run';
import type { AgentRun } from '@tandem/shared/agent/schema';
import type { KeysetPage, Page } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import { momentText, readCursor, writeCursor } from '../../core/cursor.ts';
import { findSetting } from '../setting/setting.repo.ts';
import { STEP_LIMIT, TIME_LIMIT_MS } from './limits.ts';
import { presentQueuedRun, presentRun } from './run.presenter.ts';
import { countRuns, findPlaces, findQueuedRuns, findRuns } from './view.repo.ts';

const cursorSchema = z.tuple([momentText, z.uuid()]);

/** Runs of a channel, and messages that wait to become one, newest first. */
export async function listRuns(
  db: Db,
  { channelId, cursor, limit }: ListRuns,
): Promise<KeysetPage<AgentRun>> {
  const after = cursor === undefined ? null : readCursor(cursor, cursorSchema);
  const places = await findPlaces(db, channelId, { after, limit: limit + 1 });
  const shown = places.slice(0, limit);
  const last = places.length > limit ? shown.at(-1) : undefined;
  return {
    list: await runsAt(db, channelId, shown),
    nextCursor: last ? writeCursor([last.place, last.id]) : null,
  };
}

/** The same by numbered pages. */
export async function pageRuns(db: Db, { channelId, pagination }: PageRuns): Promise<Page<AgentRun>> {
  const { currentPage, pageSize } = pagination;
  const places = await findPlaces(db, channelId, { offset: (currentPage - 1) * pageSize, limit: pageSize });
  const list = await runsAt(db, channelId, places);
  return { list, pagination: { currentPage, pageSize, total: await countRuns(db, channelId) } };
}

/** Those that are still there, in the order of the places. */
async function runsAt(
  db: Db,
  channelId: string,
  places: readonly { id: string; isQueued: boolean }[],
): Promise<AgentRun[]> {
  const ids = (isQueued: boolean) => places.filter((each) => each.isQueued === isQueued).map(({ id }) => id);
  const [runs, queued] = await Promise.all([
    findRuns(db, channelId, ids(false)),
    queuedRuns(db, channelId, ids(true)),
  ]);
  const found = new Map([...runs.map(presentRun), ...queued].map((run) => [run.id, run]));
  return places.flatMap(({ id }) => found.get(id) ?? []);
}

/** Messages that wait to become runs, by their ids. */
export async function queuedRuns(db: Db, channelId: string, ids: readonly string[]): Promise<AgentRun[]> {
  const rows = await findQueuedRuns(db, channelId, ids);
  if (rows.length === 0) return [];
  const { mode } = await findSetting(db, channelId);
  const limits = { mode, stepLimit: STEP_LIMIT, timeLimitMs: TIME_LIMIT_MS };
  return rows.map((row) => presentQueuedRun(row, limits));
}
