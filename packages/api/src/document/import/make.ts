import { randomUUID } from 'node:crypto';
import { type Db, transaction } from '@tandem/db';
import { routeSegmentOf } from '@tandem/shared/app/schema';
import type { ImportReport } from '@tandem/shared/document/import';
import { attachFiles, dropUploads } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { appTypeOf } from '../../workspace/app/app.service.ts';
import type { Place } from '../../workspace/channel/channel.rules.ts';
import { insertThreads, type NewThread, readyThreads } from '../discussion/import.ts';
import { makeDocument } from '../document/create.ts';
import { type FirstState, fillDocument, firstState } from '../document/make.ts';
import type { LinkTargetData } from '../edit/resolve-links.ts';
import type { KeptFiles } from './keep.ts';
import type { ReadDocument, ReadPlan } from './reading.ts';

/** A document of a plan with its id and its words as they will be stored. */
export interface ReadyDocument extends Omit<ReadDocument, 'blocksJson' | 'discussions'> {
  id: string;
  /** Its discussions. */
  threads: NewThread[];
  /** Null: it stays empty. */
  first: FirstState | null;
}

/**
 * Computes the initial states of a plan's documents before anything is locked: links refer to ids chosen
 * here.
 * @throws AppError those of `firstState`; the signal's reason
 */
export async function readyDocuments(
  ctx: UserContext,
  place: Place,
  { plan, kept }: { plan: ReadPlan; kept: KeptFiles },
  signal: AbortSignal,
): Promise<ReadyDocument[]> {
  const ids = plan.documents.map((): string => randomUUID());
  const linksOf = await linksBy(ctx.db, place, plan, kept, ids);
  const ready: ReadyDocument[] = [];
  for (const [at, { blocksJson, discussions, ...document }] of plan.documents.entries()) {
    const content = { json: blocksJson, links: linksOf(blocksJson) };
    const threads = await readyThreads(discussions);
    const marks = threads.map(({ id }, i) => ({
      discussionId: id,
      stretches: discussions[i]?.stretches ?? [],
    }));
    const first = blocksJson === '[]' ? null : await firstState(ctx, content, { marks, signal });
    ready.push({ ...document, id: ids[at] as string, first, threads });
  }
  return ready;
}

/**
 * Creates a plan's documents with their files, all or none.
 * @param source their upload, which is consumed
 * @throws AppError those of `makeDocument`; the signal's reason
 */
export function makeDocuments(
  ctx: UserContext,
  place: Place,
  {
    documents,
    plan,
    kept,
    source,
  }: { documents: readonly ReadyDocument[]; plan: ReadPlan; kept: KeptFiles; source: string },
  signal: AbortSignal,
): Promise<ImportReport['documents']> {
  return transaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx };
    // Sending the same upload twice imports it once.
    if ((await dropUploads(tx, ctx.actor.userId, [source])) === 0) throw new AppError('notFound');
    await makeTree(within, place, documents, signal);
    for (const [at, { id, first, threads }] of documents.entries()) {
      signal.throwIfAborted();
      const fileIds = plan.files.flatMap(({ document, key }) =>
        document === at ? (kept.get(key)?.id ?? []) : [],
      );
      await attachFiles(tx, { userId: ctx.actor.userId, channel: { id, teamId: place.teamId }, fileIds });
      await fillDocument(within, tx, id, first);
      await insertThreads(within, tx, id, threads);
    }
    return documents.map(({ id, title, parent }) => ({
      id,
      parentId: parent === null ? place.parentId : (documents[parent] as ReadyDocument).id,
      title,
    }));
  });
}

/** Makes them without content. */
async function makeTree(
  ctx: UserContext,
  place: Place,
  documents: readonly ReadyDocument[],
  signal: AbortSignal,
): Promise<void> {
  for (const at of turns(documents)) {
    signal.throwIfAborted();
    const { id, title, icon, parent } = documents[at] as ReadyDocument;
    const parentId = parent === null ? place.parentId : (documents[parent] as ReadyDocument).id;
    await makeDocument(ctx, { ...place, parentId }, { id, name: title, icon });
  }
}

/** Parents first; of siblings the last first, because each is inserted before the existing ones. */
function turns(documents: readonly Pick<ReadyDocument, 'parent'>[]): number[] {
  const depths: number[] = [];
  for (const { parent } of documents) depths.push(parent === null ? 0 : (depths[parent] ?? 0) + 1);
  return documents.map((_, at) => at).sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0) || b - a);
}

/** Resolves the placeholder keys a document uses, so that no document gets those of all. */
async function linksBy(
  db: Db,
  { appId }: Place,
  { documents, files }: ReadPlan,
  kept: KeptFiles,
  ids: readonly string[],
): Promise<(blocksJson: string) => LinkTargetData> {
  const segment = routeSegmentOf[await appTypeOf(db, appId)];
  const byKey = new Map(
    documents.map(({ key, title }, at) => {
      const id = ids[at] as string;
      return [key, { id, title, path: `/${segment}/${appId}/c/${id}` }];
    }),
  );
  const planned = new Set(files.map(({ key }) => key));
  return (blocksJson) => {
    const named = [...new Set(blocksJson.match(KEY))];
    return {
      files: named.flatMap((key) => pairOf(key, kept.get(key))),
      planned: named.filter((key) => planned.has(key)),
      documents: named.flatMap((key) => pairOf(key, byKey.get(key))),
    };
  };
}

/** Keys are shaped like ids. */
const KEY = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;

function pairOf<Value>(key: string, value: Value | undefined): [string, Value][] {
  return value === undefined ? [] : [[key, value]];
}
