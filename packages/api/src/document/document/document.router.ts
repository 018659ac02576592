import { importDocumentsSchema } from '@tandem/shared/document/import';
import {
  appendContentSchema,
  createDocumentAppSchema,
  createDocumentSchema,
  documentAttributesSchema,
  documentByIdSchema,
  documentChangesSchema,
  duplicateDocumentSchema,
  putContentSchema,
  readContentSchema,
  recentDocumentsSchema,
} from '@tandem/shared/document/requests';
import * as z from 'zod';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { placeRule, treeRule } from '../../workspace/channel/channel.rules.ts';
import { placeForApp } from '../../workspace/space/space.service.ts';
import { importDocuments } from '../import/import.ts';
import { copyRule, documentRule } from '../model/document.rules.ts';
import { listDocuments, readInfo, recentDocuments, setAttributes } from '../model/info.ts';
import { readChanges } from '../model/state.ts';
import { duplicateDocument } from './duplicate.ts';
import { createDocument, createDocumentApp } from './make.ts';
import { appendToDocument, putContent, readAs } from './write.ts';

export const documentRouter = router({
  get: procedure
    .guarded(documentByIdSchema, documentRule('channel.view'))
    .query(({ ctx, input }) => readInfo(ctx.db, ctx.actor, input.documentId)),

  content: procedure
    .guarded(readContentSchema, documentRule('channel.view'))
    .query(({ ctx, input }) => readAs(ctx, ctx.document, input.format)),

  changes: procedure
    .guarded(documentChangesSchema, documentRule('channel.view'))
    .query(({ ctx, input }) => readChanges(ctx, input)),

  putContent: procedure
    .guarded(putContentSchema, documentRule('channel.edit'))
    .mutation(async ({ ctx, input }) => {
      const { seq } = await putContent(ctx, ctx.document, input);
      return { seq };
    }),

  append: procedure
    .guarded(appendContentSchema, documentRule('channel.edit'))
    .mutation(({ ctx, input }) => appendToDocument(ctx, ctx.document, input)),

  setAttr: procedure
    .guarded(documentAttributesSchema, documentRule('channel.edit'))
    .mutation(({ ctx, input }) => setAttributes(ctx, ctx.document, input)),

  recent: procedure
    .guarded(recentDocumentsSchema, teamRule('document.recent'))
    .query(({ ctx, input }) => recentDocuments(ctx.db, ctx.actor, ctx.team.teamId, input.limit)),

  list: procedure
    .guarded(
      z.strictObject({ appId: z.uuid() }),
      treeRule((input) => input.appId),
    )
    .query(({ ctx, input }) => listDocuments(ctx.db, ctx.actor, input.appId)),

  create: procedure
    .guarded(createDocumentSchema, placeRule())
    .mutation(({ ctx, input }) => createDocument(ctx, ctx.place, input)),

  createApp: procedure
    .guarded(
      createDocumentAppSchema,
      placeForApp((input) => input.spaceId),
    )
    .mutation(({ ctx, input }) => createDocumentApp(ctx, ctx.place, input)),

  duplicate: procedure
    .guarded(duplicateDocumentSchema, copyRule())
    .mutation(({ ctx, input }) => duplicateDocument(ctx, ctx.document, ctx.place, input)),

  import: procedure
    .guarded(importDocumentsSchema, placeRule())
    .mutation(({ ctx, input, signal }) => importDocuments(ctx, ctx.place, input, signal)),
});
