import { type Db, transaction } from '@tandem/db';
import { routeSegmentOf } from '@tandem/shared/app/schema';
import type { ImportReport } from '@tandem/shared/document/import';
import { appTypeOf } from '../../app/app.service.ts';
import { makeChannel } from '../../channel/channel.create.ts';
import type { Place } from '../../channel/channel.rules.ts';
import { breath } from '../../core/breath.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { attachFiles, dropUploads } from '../../file/file.service.ts';
import { fillDocument } from '../document.make.ts';
import type { KeptFiles } from './keep.ts';
import type { Plan, PlannedDocument } from './plan.ts';
import { type Settled, settle } from './settle.ts';

/**
 * Makes the documents of a plan with their files, all or none.
 * @param source the upload that they came in, which is used up by this
 * @throws AppError those of `makeChannel` and `fillDocument`; the signal's reason
 */
export function makeDocuments(
  ctx: UserContext,
  place: Place,
  { plan, kept, source }: { plan: Plan; kept: KeptFiles; source: string },
  signal: AbortSignal,
): Promise<ImportReport['documents']> {
  return transaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx };
    const pause = breath();
    // Somebody who sends the same twice gets it once.
    if ((await dropUploads(tx, ctx.actor.userId, [source])) === 0) throw new AppError('notFound');
    const ids = await makeTree(within, place, plan.documents, signal);
    const settled = await settledBy(tx, place, plan, kept, ids);
    for (const [at, { blocks }] of plan.documents.entries()) {
      signal.throwIfAborted();
      if (pause.isDue()) await pause.taken();
      const channel = { id: ids[at] as string, teamId: place.teamId };
      const fileIds = plan.files.flatMap(({ document, key }) =>
        document === at ? (kept.get(key)?.id ?? []) : [],
      );
      await attachFiles(tx, { userId: ctx.actor.userId, channel, fileIds });
      await fillDocument(within, tx, channel.id, settle(blocks, settled));
    }
    return plan.documents.map(({ title, parent }, at) => ({
      id: ids[at] as string,
      parentId: parent === null ? place.parentId : (ids[parent] as string),
      title,
    }));
  });
}

/** Makes them without content, since any may link to any. @returns their ids, in order */
async function makeTree(
  ctx: UserContext,
  place: Place,
  documents: readonly PlannedDocument[],
  signal: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  for (const at of turns(documents)) {
    signal.throwIfAborted();
    const { title, icon, parent } = documents[at] as PlannedDocument;
    const parentId = parent === null ? place.parentId : (ids[parent] as string);
    const { id } = await makeChannel(ctx, { ...place, parentId }, { kind: 'document', name: title, icon });
    ids[at] = id;
  }
  return ids;
}

/** What is above first; of siblings the last first, because each is put before those that are there. */
function turns(documents: readonly PlannedDocument[]): number[] {
  const depths: number[] = [];
  for (const { parent } of documents) depths.push(parent === null ? 0 : (depths[parent] ?? 0) + 1);
  return documents.map((_, at) => at).sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0) || b - a);
}

async function settledBy(
  tx: Db,
  { appId }: Place,
  { documents, files }: Plan,
  kept: KeptFiles,
  ids: readonly string[],
): Promise<Settled> {
  const segment = routeSegmentOf[await appTypeOf(tx, appId)];
  const byKey = new Map(
    documents.map(({ key, title }, at) => {
      const id = ids[at] as string;
      return [key, { id, title, path: `/${segment}/${appId}/c/${id}` }];
    }),
  );
  const planned = new Set(files.map(({ key }) => key));
  return {
    file: (key) => kept.get(key),
    isPlanned: (key) => planned.has(key),
    document: (key) => byKey.get(key),
  };
}
