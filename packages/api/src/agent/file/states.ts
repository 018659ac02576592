import type { Db } from '@tandem/db';
import type { AgentFileState, ListAgentFileStates } from '@tandem/shared/agent/file';
import type { KeysetPage } from '@tandem/shared/pagination/schema';
import * as z from 'zod';
import { momentText, readCursor, writeCursor } from '../../core/cursor.ts';
import { AppError } from '../../core/errors.ts';
import { presentState } from './state.presenter.ts';
import { findState, findStates } from './state.repo.ts';

/** Creation time and id of the last state on a page. */
const cursorSchema = z.tuple([momentText, z.uuid()]);

/** States of a channel's files, newest first, with what made them. */
export async function listStates(
  db: Db,
  { channelId, cursor, limit }: ListAgentFileStates,
): Promise<KeysetPage<AgentFileState>> {
  const after = cursor === undefined ? null : readCursor(cursor, cursorSchema);
  const rows = await findStates(db, channelId, { after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { list: shown.map(presentState), nextCursor: last ? writeCursor([last.place, last.id]) : null };
}

/** Returns a state of a channel's files. @throws AppError `notFound` */
export async function readState(db: Db, channelId: string, id: string): Promise<AgentFileState> {
  const row = await findState(db, channelId, id);
  if (!row) throw new AppError('notFound');
  return presentState(row);
}
