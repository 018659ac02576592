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
import { channelRule } from '../../access/policy/access.rules.ts';
import { forkChannel } from '../../conversation/message/fork.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { datasetOf } from '../../dataset/dataset/create.ts';
import { bodyOf } from '../../document/document/create.ts';
import { eraseChannel } from '../bin/channel.erase.ts';
import { removeChannel, restoreChannel } from '../bin/channel.remove.ts';
import { listPeople } from '../people/people.ts';
import { tellTyping } from '../people/typing.ts';
import { setChannelPermission, setChannelVisibility } from '../scope/channel.scope.ts';
import { archiveChannel, unarchiveChannel } from './archive.ts';
import { presentChannel } from './channel.presenter.ts';
import { moveRule, placeRule, restoreRule, treeRule, viewRule } from './channel.rules.ts';
import { createChannel } from './create.ts';
import { listChannels } from './list.ts';
import { moveChannel } from './move.ts';
import { pinChannel } from './pin.ts';
import { markRead } from './read.ts';
import { channelSortRule, sortChannels } from './sort.ts';
import { markUnread } from './unread.ts';
import { updateChannel } from './update.ts';

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
    .mutation(({ ctx, input: { kind, ...input } }) =>
      createChannel(
        ctx,
        ctx.place,
        { ...input, kind },
        bodyOf(ctx, ctx.place, kind) ?? datasetOf(ctx.place, kind),
      ),
    ),

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
