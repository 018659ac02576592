import {
  createChannelSchema,
  markReadSchema,
  moveChannelSchema,
  updateChannelSchema,
} from '@tandem/shared/channel/schema';
import * as z from 'zod';
import { channelRule } from '../access/access.rules.ts';
import { procedure, router } from '../core/trpc.ts';
import { createChannel } from './channel.create.ts';
import { listChannels } from './channel.list.ts';
import { moveChannel } from './channel.move.ts';
import { presentChannel } from './channel.presenter.ts';
import { markRead } from './channel.read.ts';
import { removeChannel, restoreChannel } from './channel.remove.ts';
import { moveRule, placeRule, restoreRule, treeRule, viewRule } from './channel.rules.ts';
import { updateChannel } from './channel.update.ts';

const byId = z.strictObject({ channelId: z.uuid() });
const idOf = (input: { channelId: string }) => input.channelId;

export const channelRouter = router({
  list: procedure
    .guarded(
      z.strictObject({ appId: z.uuid() }),
      treeRule((input) => input.appId),
    )
    .query(({ ctx, input }) => listChannels(ctx.db, ctx.actor, input.appId)),

  get: procedure.guarded(byId, viewRule(idOf)).query(({ ctx }) => presentChannel(ctx.view)),

  create: procedure
    .guarded(createChannelSchema, placeRule())
    .mutation(({ ctx, input }) => createChannel(ctx, ctx.place, input)),

  update: procedure
    .guarded(updateChannelSchema, channelRule('channel.edit', idOf))
    .mutation(({ ctx, input }) => updateChannel(ctx, ctx.channel, input)),

  move: procedure
    .guarded(moveChannelSchema, moveRule())
    .mutation(({ ctx, input }) => moveChannel(ctx, ctx.channel, input)),

  remove: procedure
    .guarded(byId, channelRule('channel.remove', idOf))
    .mutation(({ ctx }) => removeChannel(ctx, ctx.channel)),

  restore: procedure.guarded(byId, restoreRule(idOf)).mutation(({ ctx }) => restoreChannel(ctx, ctx.kept)),

  markRead: procedure
    .guarded(markReadSchema, channelRule('channel.view', idOf))
    .mutation(({ ctx, input }) => markRead(ctx, input)),
});
