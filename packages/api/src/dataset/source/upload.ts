import { type Db, transaction } from '@tandem/db';
import type { Dataset } from '@tandem/shared/dataset/schema';
import type { Source } from '@tandem/shared/dataset/source';
import * as z from 'zod';
import { dropUploads, keepUpload } from '../../content/file/file.service.ts';
import { uploads } from '../../content/file/upload.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { limitByActor } from '../../core/limits/limit-calls.ts';
import type { HttpExchange } from '../../core/rest/row.ts';
import { admit } from '../../core/trpc/access.ts';
import { personalAppOf } from '../../workspace/app/app.service.ts';
import { type Place, placeRule } from '../../workspace/channel/channel.rules.ts';
import { makeChannel } from '../../workspace/channel/create.ts';
import { datasetOf } from '../dataset/create.ts';
import { datasetRule } from '../dataset/dataset.rules.ts';
import { readDataset } from '../dataset/read.ts';
import { addFiles } from './add-files.ts';

const fieldsSchema = z.strictObject({ datasetId: z.uuid().optional(), appId: z.uuid().optional() });

/**
 * Receives files into a dataset: the named one, or a new one at the top of an app, by default of the person's own app.
 * All come or none.
 * @throws AppError `notFound`, `forbidden` for the dataset or app; `invalidInput`, and those of `receive`
 */
export async function uploadToDataset(
  ctx: UserContext,
  http: Pick<HttpExchange, 'form' | 'signal'>,
): Promise<{ dataset: Dataset; documents: Source[] }> {
  const { fields, files } = await http.form();
  const parsed = fieldsSchema.safeParse(fields);
  if (!parsed.success) throw new AppError('invalidInput', { reason: 'datasetId or appId' }, parsed.error);
  const target = await targetOf(ctx, parsed.data);
  const kept: { id: string; name: string }[] = [];
  try {
    for await (const file of files) {
      await limitByActor(ctx, uploads);
      kept.push(await keepUpload(ctx, file, http.signal));
    }
    return await transaction(target.db, async (tx) => {
      const within = { ...ctx, db: tx };
      const dataset = await resolve(within, target, kept[0]?.name ?? '');
      const documents = await addFiles(within, dataset, {
        datasetId: dataset.id,
        files: kept.map(({ id }) => ({ fileId: id })),
      });
      return { dataset: await readDataset(tx, ctx.actor, dataset.id), documents };
    });
  } catch (error) {
    await dropUploads(
      ctx.db,
      ctx.actor.userId,
      kept.map(({ id }) => id),
    );
    throw error;
  }
}

type Target = { db: Db } & ({ dataset: { id: string; teamId: string } } | { place: Place });

/** Refuses before anything is received in vain; the right is judged again when the files are added. */
async function targetOf(
  ctx: UserContext,
  { datasetId, appId }: z.output<typeof fieldsSchema>,
): Promise<Target> {
  if (datasetId !== undefined) return admit(ctx, datasetRule('channel.edit'), { datasetId });
  const { teamId, userId } = ctx.actor;
  const home = appId ?? (teamId === null ? null : await personalAppOf(ctx.db, { teamId, userId }));
  if (home === null) throw new AppError('notFound');
  return admit(ctx, placeRule(), { appId: home });
}

async function resolve(
  ctx: UserContext,
  target: Target,
  name: string,
): Promise<{ id: string; teamId: string }> {
  if ('dataset' in target) return target.dataset;
  const { place } = target;
  return makeChannel(ctx, place, { kind: 'dataset', name: name.slice(0, 80) }, datasetOf(place, 'dataset'));
}
