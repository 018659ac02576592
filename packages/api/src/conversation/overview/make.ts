import type { WrittenOverview } from '@tandem/shared/dataset/overview';
import { applyPartChange, type Part, textOf } from '@tandem/shared/message/parts';
import type { MessageError } from '@tandem/shared/message/schema';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import { overviewRequest, readOverview } from '../../ai/context/overview.ts';
import { systemContext, type UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { topics } from '../../core/live/bus.ts';
import type { Platform } from '../../core/platform.ts';
import { datasetFor } from '../../dataset/dataset/dataset.rules.ts';
import { findSource, type SourceRow } from '../../dataset/source/source.repo.ts';
import { assistantFor } from '../../models/assistant/assistant.service.ts';
import { resolveModel } from '../../models/provider/provider.service.ts';
import { startCompletion } from '../completion/stream.ts';
import { choosePages, fitPages } from './choose-pages.ts';
import {
  datasetsHolding,
  dropAttempt,
  findAttempt,
  findBeginnings,
  findContents,
  type OverviewAttempt,
  type OverviewRow,
  storeOverview,
} from './overview.repo.ts';

/** Tokens of a source that are read: more would cost much for what a few sentences say. */
const MAX_READ = 12_000;
/** Share of a model's window that they may take. */
const READ_SHARE = 0.5;
/** Characters of one page; the rest of a longer one says little more about the whole. */
const MAX_PAGE = 4_000;

const UNREADABLE: MessageError = { key: 'overviewUnreadable', retryable: true };
const NEVER = new AbortController().signal;

/** An attempt, for the source and the person that it was asked for. */
export interface OverviewJob extends OverviewAttempt {
  sourceId: string;
  userId: number;
}

/**
 * Makes the overview of a source, stores it or why it failed, and tells its readers. It ends without one when the source
 * goes, gets another content, or may no longer be asked about by the person who wanted it.
 */
export async function makeOverview(platform: Platform, job: OverviewJob): Promise<void> {
  const { db } = platform.database;
  const row = await findAttempt(db, job);
  if (!row) return;
  const ctx = contextFor(platform, job.userId, row);
  const found = await sourceStill(ctx, job.sourceId, row);
  const end = found ? await write(ctx, found, row).catch(asFailure) : null;
  if (end) await storeOverview(db, job, end);
  else await dropAttempt(db, job);
  await tellReaders(platform, row);
}

/** Notes that an overview was given up for faults of ours, so that readers see it and can ask for it again. */
export async function giveUpOverview(platform: Platform, job: OverviewJob): Promise<void> {
  const { db } = platform.database;
  const row = await findAttempt(db, job);
  if (!row) return;
  await storeOverview(db, job, { error: { key: 'internal', retryable: true } });
  await tellReaders(platform, row);
}

async function tellReaders({ database: { db }, bus }: Platform, row: OverviewRow): Promise<void> {
  for (const datasetId of await datasetsHolding(db, row))
    bus.publish(topics.dataset(datasetId), { type: 'overview', hash: row.hash });
}

function contextFor(platform: Platform, userId: number, { teamId, language }: OverviewRow): UserContext {
  const actor = { kind: 'user', userId, sessionId: '', teamId } as const;
  return { ...systemContext(platform, 'overview'), actor, language };
}

type Found = { source: SourceRow; dataset: LoadedChannel };

/** The source while it has that content and its asker may ask; else null. */
async function sourceStill(
  { db, actor }: UserContext,
  sourceId: string,
  { hash, format }: Pick<OverviewRow, 'hash' | 'format'>,
): Promise<Found | null> {
  const source = await findSource(db, actor, sourceId);
  if (!source || source.hash !== hash || source.format !== format) return null;
  return datasetFor(db, actor, source.datasetId, 'channel.ask').then(
    (dataset) => ({ source, dataset }),
    (error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    },
  );
}

type End = { written: WrittenOverview; model: string; isExtract: boolean } | { error: MessageError };

/** @returns null when the source went meanwhile, or the right to ask */
async function write(ctx: UserContext, { source, dataset }: Found, row: OverviewRow): Promise<End | null> {
  const { id: channelId, teamId, appId } = dataset;
  const assistant = await assistantFor(ctx, dataset);
  const model = await resolveModel(ctx, { modelId: assistant.modelId, teamId });
  const { pages, outline, title } = await findContents(ctx.db, row);
  // One heading is a title.
  const hasOutline = outline.length > 1;
  const room = Math.min(MAX_READ, Math.floor(model.model.contextWindow * READ_SHARE));
  const chosen = choosePages(pages, outline);
  const parts = fitPages(await findBeginnings(ctx.db, row, chosen, MAX_PAGE), room);
  // All datasets with this content share it, and each has its own name for it.
  const request = overviewRequest({ title, parts, hasOutline }, row.language);
  const stream = await startCompletion(ctx, {
    kind: 'overview',
    place: { teamId, appId, channelId, assistantId: assistant.id },
    model,
    request: {
      instructions: request.instructions,
      messages: [{ role: 'user', content: request.prompt }],
      parameters: { maxOutputTokens: request.maxOutputTokens },
      estimate: request.estimate,
    },
    // Words of a source could talk a model into using them.
    tools: [],
    mayGoOn: async () => (await sourceStill(ctx, source.id, row)) !== null,
    signal: NEVER,
  });
  let written: Part[] = [];
  for await (const event of stream) {
    if (event.type === 'grew') written = event.changes.reduce(applyPartChange, written);
    if (event.type !== 'ended') continue;
    if (event.status === 'stopped') return null;
    if (event.error) return { error: event.error };
  }
  const overview = readOverview(textOf(written));
  if (!overview) return { error: UNREADABLE };
  const own = hasOutline ? outline : overview.outline.filter(({ page }) => page <= pages);
  const isExtract = model.provider.kind === 'offline';
  return { written: { ...overview, outline: own }, model: model.model.name, isExtract };
}

/** An error that people can be told of becomes the reason; any other is a defect, and the job is tried again. */
function asFailure(error: unknown): End {
  if (!(error instanceof AppError)) throw error;
  return { error: { key: error.key, params: error.params, retryable: true } };
}
