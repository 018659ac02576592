import {
  continueMessageSchema,
  decideToolSchema,
  editMessageSchema,
  editQueuedSchema,
  historySchema,
  listMessagesSchema,
  oneToolCallSchema,
  reactSchema,
  regenerateMessageSchema,
  removeQueuedSchema,
  selectMessageSchema,
  sendMessageSchema,
  stopTurnSchema,
} from '@tandem/shared/message/schema';
import { channelRule } from '../../access/policy/access.rules.ts';
import { readerIn } from '../../content/message/message.presenter.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { editMessage, regenerateMessage } from './branch.ts';
import { consentFacts } from './consent.ts';
import { continueMessage } from './continue.ts';
import { decideTool } from './decide.ts';
import { listMessages, messageHistory } from './list.ts';
import { editQueued, removeQueued } from './queue.ts';
import { reactToMessage } from './react.ts';
import { selectMessage } from './select.ts';
import { sendMessage } from './send.ts';
import { stopTurn } from './stop.ts';

const byChannel = (input: { channelId: string }) => input.channelId;
const viewing = channelRule('channel.view', byChannel);
const commenting = channelRule('channel.comment', byChannel);
const sending = channelRule('channel.send', byChannel);
const asking = channelRule('channel.ask', byChannel);
const editing = channelRule('channel.edit', byChannel);

export const messageRouter = router({
  list: procedure
    .guarded(listMessagesSchema, viewing)
    .query(({ ctx, input }) => listMessages(ctx.db, readerIn(ctx, ctx.channel), input)),

  history: procedure
    .guarded(historySchema, viewing)
    .query(({ ctx, input }) =>
      messageHistory(ctx.db, readerIn(ctx, ctx.channel), input.channelId, input.pagination),
    ),

  send: procedure
    .guarded(sendMessageSchema, sending)
    .mutation(({ ctx, input }) => sendMessage(ctx, ctx.channel, input)),

  stop: procedure
    .guarded(stopTurnSchema, asking)
    .mutation(({ ctx, input }) => stopTurn(ctx, input.channelId)),

  regenerate: procedure
    .guarded(regenerateMessageSchema, asking)
    .mutation(({ ctx, input }) => regenerateMessage(ctx, ctx.channel, input)),

  continue: procedure
    .guarded(continueMessageSchema, asking)
    .mutation(({ ctx, input }) => continueMessage(ctx, ctx.channel, input)),

  edit: procedure
    .guarded(editMessageSchema, sending)
    .mutation(({ ctx, input }) => editMessage(ctx, ctx.channel, input)),

  select: procedure
    .guarded(selectMessageSchema, editing)
    .mutation(({ ctx, input }) => selectMessage(ctx, ctx.channel, input)),

  /** The resources a waiting call would touch, and who may approve it. */
  consent: procedure
    .guarded(oneToolCallSchema, viewing)
    .query(({ ctx, input }) => consentFacts(ctx, ctx.channel, input)),

  decideTool: procedure
    .guarded(decideToolSchema, editing)
    .mutation(({ ctx, input }) => decideTool(ctx, ctx.channel, input)),

  react: procedure
    .guarded(reactSchema, commenting)
    .mutation(({ ctx, input }) => reactToMessage(ctx, ctx.channel, input)),

  editQueued: procedure
    .guarded(editQueuedSchema, sending)
    .mutation(({ ctx, input }) => editQueued(ctx, ctx.channel, input)),

  removeQueued: procedure
    .guarded(removeQueuedSchema, sending)
    .mutation(({ ctx, input }) => removeQueued(ctx, ctx.channel, input)),
});
