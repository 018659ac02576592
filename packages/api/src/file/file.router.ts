import { attachFileSchema, copyFileSchema } from '@tandem/shared/file/schema';
import { channelRule } from '../access/access.rules.ts';
import type { AccessRule } from '../core/access.ts';
import { procedure, router } from '../core/trpc.ts';
import { attachToDocument } from './file.attach.ts';
import { copyFile } from './file.copy.ts';
import { fileFor } from './file.download.ts';
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
