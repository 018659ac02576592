import { filePagesSchema, readFileSchema } from '@tandem/shared/file/reading';
import { attachFileSchema, copyFileSchema } from '@tandem/shared/file/schema';
import { channelRule } from '../../access/policy/access.rules.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { attachToDocument } from './attach.ts';
import { copyFile } from './copy.ts';
import { fileRule } from './download.ts';
import { filePages, readFile } from './pages.ts';

const viewing = fileRule<{ fileId: string }>(({ fileId }) => fileId);
const editing = channelRule<{ channelId: string }>('channel.edit', ({ channelId }) => channelId);

export const fileRouter = router({
  attach: procedure
    .guarded(attachFileSchema, editing)
    .mutation(({ ctx, input }) => attachToDocument(ctx, ctx.channel, input.fileId)),
  pages: procedure
    .guarded(filePagesSchema, viewing)
    .query(({ ctx, input }) => filePages(ctx, ctx.file, input)),
  read: procedure
    .guarded(readFileSchema, viewing)
    .mutation(({ ctx, signal }) => readFile(ctx, ctx.file, signal ?? new AbortController().signal)),
  copy: procedure.guarded(copyFileSchema, viewing).mutation(({ ctx }) => copyFile(ctx, ctx.file)),
});
