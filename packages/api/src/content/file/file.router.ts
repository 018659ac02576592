import { attachFileSchema, copyFileSchema } from '@tandem/shared/file/schema';
import { channelRule } from '../../access/policy/access.rules.ts';
import type { AccessRule } from '../../core/trpc/access.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { attachToDocument } from './attach.ts';
import { copyFile } from './copy.ts';
import { fileFor } from './download.ts';
import type { FileRow } from './file.repo.ts';

const viewing: AccessRule<{ fileId: string }, { file: FileRow }> = {
  action: 'file.view',
  check: async (ctx, { fileId }) => ({ file: await fileFor(ctx, fileId) }),
};

const editing = channelRule<{ channelId: string }>('channel.edit', ({ channelId }) => channelId);

export const fileRouter = router({
  attach: procedure
    .guarded(attachFileSchema, editing)
    .mutation(({ ctx, input }) => attachToDocument(ctx, ctx.channel, input.fileId)),
  copy: procedure.guarded(copyFileSchema, viewing).mutation(({ ctx }) => copyFile(ctx, ctx.file)),
});
