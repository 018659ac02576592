import { randomUUID } from 'node:crypto';
import { transaction } from '@tandem/db';
import { estimateText } from '../../../ai/context/estimate.ts';
import type { Platform } from '../../../core/platform.ts';
import { steadyMs } from '../../../core/timing/steady.ts';
import { assertBudgets, assertPriced } from '../../../models/budget/budget.service.ts';
import { enabledModel, modelsOf, type ResolvedModel } from '../../../models/provider/provider.service.ts';
import { recordUsage } from '../../../models/usage/usage.service.ts';
import { findTexts } from '../retrieval.repo.ts';
import { type EmbeddedPassages, embedPassages } from './embed-passages.ts';
import { packVectors } from './pack.ts';
import { noteStop, VectorsDiffer } from './stop.ts';
import { halvesOf, type Stretch, type Texts } from './stretch.ts';
import {
  deleteSuperseded,
  deleteUnused,
  findDueContents,
  keepFilling,
  type LeasedIndex,
  leaseIndex,
  markReady,
  releaseIndex,
  storeBlock,
} from './vector.repo.ts';

/** Passages of one request: some services take 16,000 tokens at once. */
const PASSAGES_AT_ONCE = 64;
/** Contents looked up at once. */
const CONTENTS_AT_ONCE = 256;
/** Well within a lease. */
const TIMEOUT_MS = 60_000;

/** Another job has taken the index over, and pays from here on. */
class LeaseLost extends Error {}

/**
 * Makes vectors of all passages in a team's datasets that have none by the chosen model. Each request's are stored
 * before the next, so that another process goes on from there after a kill. Once all have one, searches change over
 * to them, and those of the former model are deleted.
 */
export async function fillVectors(platform: Platform, teamId: string): Promise<void> {
  const { db } = platform.database;
  const leaseId = randomUUID();
  await transaction(db, async (tx) => {
    await deleteSuperseded(tx, teamId);
    await deleteUnused(tx, teamId);
  });
  try {
    await fillAll(platform, teamId, leaseId);
  } finally {
    await releaseIndex(db, leaseId);
  }
}

async function fillAll(platform: Platform, teamId: string, leaseId: string): Promise<void> {
  const { db } = platform.database;
  let before: LeasedIndex | null = null;
  let due: Stretch[] = [];
  /** Contents whose texts are gone, or in the making. */
  const skipped = new Set<number>();
  for (;;) {
    const index = await leaseIndex(db, teamId, leaseId);
    if (!index) return;
    // Another model may have been chosen meanwhile.
    if (index.id !== before?.id) due = [];
    before = index;
    try {
      if (due.length === 0) due = await findDue(platform, index, skipped);
      if (due.length === 0) return await finish(platform, index);
      const stored = await fillNext(platform, { index, leaseId }, due.splice(0, nextOf(due)));
      for (const id of stored.skipped) skipped.add(id);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      return noteStop(platform, index, error);
    }
  }
}

async function finish({ database: { db } }: Platform, { id, teamId }: LeasedIndex): Promise<void> {
  await transaction(db, async (tx) => {
    await markReady(tx, id);
    await deleteSuperseded(tx, teamId);
  });
}

/** Passages without vectors, in stretches of at most one request. */
async function findDue(
  { database: { db } }: Platform,
  index: LeasedIndex,
  skipped: ReadonlySet<number>,
): Promise<Stretch[]> {
  const contents = await findDueContents(db, index, CONTENTS_AT_ONCE);
  return contents.flatMap(({ extractionId, filled, passages }) => {
    if (skipped.has(extractionId)) return [];
    const stretches: Stretch[] = [];
    for (let first = filled; first < passages; first += PASSAGES_AT_ONCE)
      stretches.push({ extractionId, first, count: Math.min(PASSAGES_AT_ONCE, passages - first) });
    return stretches;
  });
}

/** How many of the next stretches go into one request. */
function nextOf(due: readonly Stretch[]): number {
  let passages = 0;
  const end = due.findIndex(({ count }) => {
    passages += count;
    return passages > PASSAGES_AT_ONCE;
  });
  return end === -1 ? due.length : Math.max(1, end);
}

/** Makes and stores the vectors of some passages. @returns the contents whose texts are not there */
async function fillNext(
  platform: Platform,
  { index, leaseId }: { index: LeasedIndex; leaseId: string },
  stretches: readonly Stretch[],
): Promise<{ skipped: number[] }> {
  const { db } = platform.database;
  const { teamId, modelId, chooserId } = index;
  const model = await enabledModel({ db, platform }, { modelId, teamId, kind: 'embedding' });
  const spender = { teamId, appId: null, userId: chooserId };
  await assertPriced(db, spender, model.model);
  await assertBudgets(db, spender);
  const whole = await withTexts(platform, stretches);
  const there = new Set(whole.map(({ extractionId }) => extractionId));
  const skipped = stretches.map(({ extractionId }) => extractionId).filter((id) => !there.has(id));
  if (whole.length === 0) return { skipped };
  await embedAndStore(platform, { index, leaseId, model }, whole);
  return { skipped };
}

/**
 * Asks for the vectors of some passages at once, or, where these are too long for the model, of each half. What each
 * request cost is stored before the next, which is only sent while the index is still this job's.
 */
async function embedAndStore(
  platform: Platform,
  { index, leaseId, model }: { index: LeasedIndex; leaseId: string; model: ResolvedModel },
  stretches: readonly Texts[],
): Promise<void> {
  const startedAt = steadyMs();
  const embedded = await embedPassages(
    modelsOf(platform).embeddingModel(model.connection, model.model.modelId),
    stretches.flatMap(({ texts }) => texts),
    async () => {
      const held = await leaseIndex(platform.database.db, index.teamId, leaseId);
      if (held?.id !== index.id) throw new LeaseLost();
      return AbortSignal.timeout(TIMEOUT_MS);
    },
  );
  if (embedded)
    return store(platform, { index, model, durationMs: steadyMs() - startedAt }, stretches, embedded);
  for (const half of halvesOf(stretches)) await embedAndStore(platform, { index, leaseId, model }, half);
}

/** The stretches whose content is still there. */
async function withTexts({ database: { db } }: Platform, stretches: readonly Stretch[]): Promise<Texts[]> {
  const keys = stretches.flatMap(({ extractionId, first, count }) =>
    Array.from({ length: count }, (_, at) => ({ extractionId, n: first + at })),
  );
  const found = new Map(
    (await findTexts(db, keys)).map(({ extractionId, n, text }) => [`${extractionId} ${n}`, text]),
  );
  return stretches.flatMap((stretch) => {
    const texts: string[] = [];
    for (let at = 0; at < stretch.count; at += 1) {
      const text = found.get(`${stretch.extractionId} ${stretch.first + at}`);
      if (text === undefined) return [];
      // Providers refuse empty texts.
      texts.push(text || ' ');
    }
    return [{ ...stretch, texts }];
  });
}

interface Asked {
  index: LeasedIndex;
  model: ResolvedModel;
  durationMs: number;
}

async function store(
  { database: { db } }: Platform,
  { index, model: { model, provider }, durationMs }: Asked,
  stretches: readonly Texts[],
  { vectors, tokens, uncounted }: EmbeddedPassages,
): Promise<void> {
  const dimensions = vectors[0]?.length ?? 0;
  const isStored = await transaction(db, async (tx) => {
    const isKept = await keepFilling(tx, index.id, dimensions);
    let at = 0;
    for (const { extractionId, first, count } of isKept ? stretches : []) {
      await storeBlock(tx, index.id, {
        ...{ extractionId, first, count },
        ...packVectors(vectors.slice(at, at + count)),
      });
      at += count;
    }
    await recordUsage(tx, {
      ...{ teamId: index.teamId, userId: index.chooserId, model, provider },
      ...{ appId: null, channelId: null, turnId: null, assistantId: null },
      ...{ kind: 'embedding', status: 'done', images: 0, outputTokens: 0, firstTokenMs: null, durationMs },
      inputTokens: tokens + uncounted.reduce((sum, text) => sum + estimateText(text), 0),
      isEstimated: uncounted.length > 0,
    });
    return isKept;
  });
  // An index that is gone is noticed when its lease is extended.
  if (!isStored && index.dimensions !== null && index.dimensions !== dimensions) throw new VectorsDiffer();
}
