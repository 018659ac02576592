import {
  changeChannelSortSchema,
  channelPeopleSchema,
  channelPermissionChangeSchema,
  channelVisibilityChangeSchema,
  createChannelSchema,
  forkChannelSchema,
  markReadSchema,
  markUnreadSchema,
  moveChannelSchema,
  pinChannelSchema,
  typingSchema,
  updateChannelSchema,
} from '@tandem/shared/channel/schema';
import * as z from 'zod';
import { channelRule } from '../access/access.rules.ts';
import { procedure, router } from '../core/trpc.ts';
import { archiveChannel, unarchiveChannel } from './channel.archive.ts';
import { createChannel } from './channel.create.ts';
import { eraseChannel } from './channel.erase.ts';
import { forkChannel } from './channel.fork.ts';
import { listChannels } from './channel.list.ts';
import { moveChannel } from './channel.move.ts';
import { listPeople } from './channel.people.ts';
import { pinChannel } from './channel.pin.ts';
import { presentChannel } from './channel.presenter.ts';
import { markRead } from './channel.read.ts';
import { removeChannel, restoreChannel } from './channel.remove.ts';
import { moveRule, placeRule, restoreRule, treeRule, viewRule } from './channel.rules.ts';
import { setChannelPermission, setChannelVisibility } from './channel.scope.ts';
import { channelSortRule, sortChannels } from './channel.sort.ts';
import { tellTyping } from './channel.typing.ts';
import { markUnread } from './channel.unread.ts';
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

  changeSort: procedure
    .guarded(changeChannelSortSchema, channelSortRule())
    .mutation(({ ctx, input }) => sortChannels(ctx, input)),

  remove: procedure
    .guarded(byId, channelRule('channel.remove', idOf))
    .mutation(({ ctx }) => removeChannel(ctx, ctx.channel)),

  setVisibility: procedure
    .guarded(channelVisibilityChangeSchema, channelRule('channel.manage', idOf))
    .mutation(({ ctx, input }) => setChannelVisibility(ctx, ctx.channel, input.visibility)),

  setPermission: procedure
    .guarded(channelPermissionChangeSchema, channelRule('channel.manage', idOf))
    .mutation(({ ctx, input }) => setChannelPermission(ctx, ctx.channel, input.permission)),

  restore: procedure.guarded(byId, restoreRule(idOf)).mutation(({ ctx }) => restoreChannel(ctx, ctx.kept)),

  erase: procedure.guarded(byId, restoreRule(idOf)).mutation(({ ctx }) => eraseChannel(ctx, ctx.kept)),

  markRead: procedure
    .guarded(markReadSchema, channelRule('channel.view', idOf))
    .mutation(({ ctx, input }) => markRead(ctx, input)),

  markUnread: procedure
    .guarded(markUnreadSchema, channelRule('channel.view', idOf))
    .mutation(({ ctx, input }) => markUnread(ctx, input)),

  pin: procedure
    .guarded(pinChannelSchema, channelRule('channel.view', idOf))
    .mutation(({ ctx, input }) => pinChannel(ctx, input)),

  fork: procedure
    .guarded(forkChannelSchema, channelRule('channel.createChild', idOf))
    .mutation(({ ctx, input }) => forkChannel(ctx, ctx.channel, input)),

  archive: procedure
    .guarded(byId, channelRule('channel.manage', idOf))
    .mutation(({ ctx }) => archiveChannel(ctx, ctx.channel)),

  unarchive: procedure
    .guarded(byId, channelRule('channel.manage', idOf))
    .mutation(({ ctx }) => unarchiveChannel(ctx, ctx.channel)),

  people: procedure
    .guarded(channelPeopleSchema, channelRule('channel.view', idOf))
    .query(({ ctx, input }) => listPeople(ctx.db, input)),

  typing: procedure
    .guarded(typingSchema, channelRule('channel.send', idOf))
    .mutation(({ ctx, input }) => tellTyping(ctx, input)),
});
