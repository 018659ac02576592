import { readPlaceSchema } from '@tandem/shared/dataset/reader';
import {
  addDocumentsSchema,
  addFilesSchema,
  addFolderSchema,
  addPageSchema,
  addTextSchema,
  listSourcesSchema,
  moveSourcesSchema,
  pageSourcePagesSchema,
  pageSourcesSchema,
  replaceSourceSchema,
  sourcePagesSchema,
  sourcesSchema,
  updateSourceSchema,
} from '@tandem/shared/dataset/source';
import * as z from 'zod';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { datasetRule } from '../dataset/dataset.rules.ts';
import { tellPlace } from '../reader/tell.ts';
import { addDocuments } from './add-documents.ts';
import { addFiles } from './add-files.ts';
import { addFolder } from './add-folder.ts';
import { addPage } from './add-page.ts';
import { addText } from './add-text.ts';
import { listSources, sourcePages } from './list.ts';
import { moveSources } from './move.ts';
import { pageSourcePages, pageSources } from './page.ts';
import { removeSources } from './remove.ts';
import { replaceSource } from './replace.ts';
import { retrySources } from './retry.ts';
import { presentSource } from './source.presenter.ts';
import { sourceRule } from './source.rules.ts';
import { stopSources } from './stop.ts';
import { updateSource } from './update.ts';

export const sourceRouter = router({
  list: procedure
    .guarded(listSourcesSchema, datasetRule('channel.view'))
    .query(({ ctx, input }) => listSources(ctx.db, ctx.actor, input)),
  get: procedure
    .guarded(z.strictObject({ sourceId: z.uuid() }), sourceRule('channel.view'))
    .query(({ ctx }) => presentSource(ctx.source)),
  pages: procedure
    .guarded(sourcePagesSchema, sourceRule('channel.view'))
    .query(({ ctx, input }) => sourcePages(ctx.db, ctx.source, input)),
  page: procedure
    .guarded(pageSourcesSchema, datasetRule('channel.view'))
    .query(({ ctx, input }) => pageSources(ctx.db, ctx.actor, input)),
  pagesPage: procedure
    .guarded(pageSourcePagesSchema, datasetRule('channel.view'))
    .query(({ ctx, input }) => pageSourcePages(ctx.db, ctx.actor, input)),
  /** Tells others with the dataset open where the reader is; `live.dataset` carries it. */
  readPlace: procedure
    .guarded(readPlaceSchema, datasetRule('channel.view'))
    .mutation(({ ctx, input }) => tellPlace(ctx, input)),
  addFiles: procedure
    .guarded(addFilesSchema, datasetRule('channel.edit'))
    .mutation(({ ctx, input }) => addFiles(ctx, ctx.dataset, input)),
  addFolder: procedure
    .guarded(addFolderSchema, datasetRule('channel.edit'))
    .mutation(({ ctx, input }) => addFolder(ctx, ctx.dataset, input)),
  addText: procedure
    .guarded(addTextSchema, datasetRule('channel.edit'))
    .mutation(({ ctx, input }) => addText(ctx, ctx.dataset, input)),
  addPage: procedure
    .guarded(addPageSchema, datasetRule('channel.edit'))
    .mutation(({ ctx, input }) => addPage(ctx, ctx.dataset, input)),
  addDocuments: procedure
    .guarded(addDocumentsSchema, datasetRule('channel.edit'))
    .mutation(({ ctx, input }) => addDocuments(ctx, ctx.dataset, input)),
  update: procedure
    .guarded(updateSourceSchema, sourceRule('channel.edit'))
    .mutation(({ ctx, input }) => updateSource(ctx, ctx.dataset, ctx.source, input)),
  move: procedure
    .guarded(moveSourcesSchema, datasetRule('channel.edit'))
    .mutation(({ ctx, input }) => moveSources(ctx, ctx.dataset, input)),
  replace: procedure
    .guarded(replaceSourceSchema, sourceRule('channel.edit'))
    .mutation(({ ctx, input }) => replaceSource(ctx, ctx.dataset, ctx.source, input.fileId)),
  retry: procedure
    .guarded(sourcesSchema, datasetRule('channel.edit'))
    .mutation(({ ctx, input }) => retrySources(ctx, ctx.dataset, input)),
  stop: procedure
    .guarded(sourcesSchema, datasetRule('channel.edit'))
    .mutation(({ ctx, input }) => stopSources(ctx, ctx.dataset, input)),
  remove: procedure
    .guarded(sourcesSchema, datasetRule('channel.edit'))
    .mutation(({ ctx, input }) => removeSources(ctx, ctx.dataset, input)),
});
