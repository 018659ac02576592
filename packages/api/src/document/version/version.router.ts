import {
  compareVersionsSchema,
  createVersionSchema,
  listVersionsSchema,
  renameVersionSchema,
  versionByIdSchema,
} from '@tandem/shared/version/schema';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { restoreVersion } from '../document/restore.ts';
import { versionBlocks } from './blocks.ts';
import { compareVersion } from './compare.ts';
import { listVersions } from './list.ts';
import { presentVersion } from './version.presenter.ts';
import { versionRule, versionsRule } from './version.rules.ts';
import { createVersion, removeVersion, renameVersion } from './write.ts';

export const versionRouter = router({
  list: procedure
    .guarded(listVersionsSchema, versionsRule('channel.view'))
    .query(({ ctx, input }) => listVersions(ctx, ctx.document, input)),

  /** Includes its blocks. */
  get: procedure.guarded(versionByIdSchema, versionRule('version.view')).query(async ({ ctx }) => ({
    ...presentVersion(ctx.version, ctx.document, ctx.actor.userId),
    blocks: await versionBlocks(ctx, ctx.version),
  })),

  compare: procedure
    .guarded(compareVersionsSchema, versionRule('version.view'))
    .query(({ ctx, input }) => compareVersion(ctx, ctx.document, ctx.version, input.with)),

  create: procedure
    .guarded(createVersionSchema, versionsRule('channel.edit'))
    .mutation(({ ctx, input }) => createVersion(ctx, ctx.document, input)),

  rename: procedure
    .guarded(renameVersionSchema, versionRule('version.rename'))
    .mutation(({ ctx, input }) => renameVersion(ctx, ctx.document, ctx.version, input.name)),

  restore: procedure
    .guarded(versionByIdSchema, versionRule('version.restore'))
    .mutation(({ ctx }) => restoreVersion(ctx, ctx.document, ctx.version)),

  remove: procedure
    .guarded(versionByIdSchema, versionRule('version.remove'))
    .mutation(({ ctx }) => removeVersion(ctx, ctx.document, ctx.version)),
});
