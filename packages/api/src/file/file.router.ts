import { copyFileSchema } from '@tandem/shared/file/schema';
import type { AccessRule } from '../core/access.ts';
import { procedure, router } from '../core/trpc.ts';
import { copyFile } from './file.copy.ts';
import { fileFor } from './file.download.ts';
import type { FileRow } from './file.repo.ts';

const viewing: AccessRule<{ fileId: string }, { file: FileRow }> = {
  action: 'file.view',
  check: async (ctx, { fileId }) => ({ file: await fileFor(ctx, fileId) }),
};

export const fileRouter = router({
  copy: procedure.guarded(copyFileSchema, viewing).mutation(({ ctx }) => copyFile(ctx, ctx.file)),
});
