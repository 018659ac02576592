import { transaction } from '@tandem/db';
import type { AddText, Source } from '@tandem/shared/dataset/source';
import { requestExtraction } from '../../content/file/extraction/extraction.service.ts';
import { dropFiles } from '../../content/file/file.service.ts';
import { madeBefore, refuseTakenKey } from '../../core/client-key.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { contentOf } from './add-files.ts';
import { type ChangedDataset, changeSources } from './change.ts';
import { storeContent } from './content.ts';
import { assertFolder, assertRoomFor } from './folder.ts';
import { readSources } from './list.ts';
import { findByKey, insertSources } from './source.repo.ts';

/**
 * Adds a pasted text as a source. A repeated `clientKey` returns the first.
 * @throws AppError `datasetFull`, `conflict` when the key was used in another dataset, `notFound` for a parent that
 * is no folder of the dataset
 */
export async function addText(
  ctx: UserContext,
  dataset: ChangedDataset,
  { parentId = null, name, text, clientKey }: AddText,
): Promise<Source> {
  const creatorId = ctx.actor.userId;
  const key = {
    clientKey,
    find: (db: UserContext['db'], given: string) => findByKey(db, creatorId, given),
    isHere: (made: { id: string; datasetId: string }) => made.datasetId === dataset.id,
  };
  const before = await madeBefore(ctx.db, key);
  const id = before?.id ?? (await add());
  const [source] = await readSources(ctx.db, ctx.actor, dataset.id, [id]);
  if (!source) throw new AppError('notFound');
  return source;

  async function add(): Promise<string> {
    const bytes = new TextEncoder().encode(text.replaceAll('\0', ' ').toWellFormed());
    const file = await storeContent(ctx, dataset, creatorId, { name: `${name}.md`, bytes, isText: true });
    try {
      return await changeSources(ctx, dataset, async (tx, revision) => {
        const made = await madeBefore(tx, key);
        if (made) {
          await dropFiles(tx, dataset.id, [file.id]);
          return { result: made.id };
        }
        await assertFolder(tx, dataset.id, parentId);
        await assertRoomFor(tx, dataset.id, 1);
        const place = { teamId: dataset.teamId, datasetId: dataset.id, parentId, creatorId, revision };
        const row = {
          ...place,
          ...contentOf(file),
          kind: 'text' as const,
          name,
          clientKey: clientKey ?? null,
        };
        const [inserted] = await insertSources(tx, [row]);
        await requestExtraction(tx, ctx.platform, file);
        return { result: inserted as string };
      });
    } catch (error) {
      await transaction(ctx.db, (tx) => dropFiles(tx, dataset.id, [file.id]));
      return refuseTakenKey(error);
    }
  }
}
