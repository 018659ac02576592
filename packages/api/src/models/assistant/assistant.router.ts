import {
  addAssistantSchema,
  compareModelsSchema,
  createAssistantSchema,
  galleryPageSchema,
  setAssistantModelSchema,
  tryAssistantSchema,
  updateAssistantSchema,
} from '@tandem/shared/assistant/schema';
import * as z from 'zod';
import { appRule, channelRule } from '../../access/policy/access.rules.ts';
import { startCompare } from '../../conversation/trial/compare.ts';
import { startTry } from '../../conversation/trial/try.ts';
import { emptyInput } from '../../core/empty-input.ts';
import { procedure, router } from '../../core/trpc/trpc.ts';
import { isFullMember } from '../../identity/team/team.policy.ts';
import { teamRule } from '../../identity/team/team.service.ts';
import { assistantOfAppRule, assistantRule, shareRule, tryRule } from './assistant.rules.ts';
import {
  listAssistants,
  listChannelAssistants,
  listGallery,
  listOwnAssistants,
  presentAssistant,
} from './assistant.service.ts';
import { duplicateAssistant, shareToApp } from './copy.ts';
import { listTools } from './tools.ts';
import { createAssistant, removeAssistant, setDefaultAssistant, updateAssistant } from './write.ts';

const byId = z.strictObject({ assistantId: z.uuid() });
const inApp = z.strictObject({ appId: z.uuid(), assistantId: z.uuid() });
const idOf = (input: { assistantId: string }) => input.assistantId;

export const assistantRouter = router({
  list: procedure
    .guarded(
      z.strictObject({ appId: z.uuid() }),
      appRule('app.view', (input) => input.appId),
    )
    .query(({ ctx }) => listAssistants(ctx.db, ctx.app)),

  mine: procedure
    .guarded(emptyInput, teamRule('assistant.mine'))
    .query(({ ctx }) => listOwnAssistants(ctx.db, { ownerId: ctx.actor.userId, teamId: ctx.team.teamId })),

  /** Assistants of every app the reader sees. */
  gallery: procedure
    .guarded(galleryPageSchema, teamRule('assistant.gallery'))
    .query(({ ctx, input }) => listGallery(ctx.db, ctx.actor, ctx.team.teamId, input)),

  ofChannel: procedure
    .guarded(
      z.strictObject({ channelId: z.uuid() }),
      channelRule('channel.view', (input) => input.channelId),
    )
    .query(({ ctx }) => listChannelAssistants(ctx.db, ctx.channel)),

  get: procedure
    .guarded(byId, assistantRule('assistant.view', idOf))
    .query(({ ctx }) => presentAssistant(ctx.assistant, ctx.assistant.held)),

  /** Tools available to assistants of the current team. */
  tools: procedure
    .guarded(emptyInput, teamRule('assistant.tools'))
    .query(({ ctx }) => listTools(ctx, ctx.team.teamId)),

  /** Makes one of the actor's own. */
  create: procedure
    .guarded(createAssistantSchema, teamRule('assistant.create', isFullMember))
    .mutation(({ ctx, input }) => createAssistant(ctx, { teamId: ctx.team.teamId, appId: null }, input)),

  /** Makes one of an app. */
  add: procedure
    .guarded(
      addAssistantSchema,
      appRule('app.edit', (input) => input.appId),
    )
    .mutation(({ ctx, input: { appId, ...input } }) =>
      createAssistant(ctx, { teamId: ctx.app.teamId, appId }, input),
    ),

  update: procedure
    .guarded(updateAssistantSchema, assistantRule('assistant.edit', idOf))
    .mutation(({ ctx, input }) => updateAssistant(ctx, ctx.assistant, input)),

  setModel: procedure
    .guarded(setAssistantModelSchema, assistantOfAppRule())
    .mutation(({ ctx, input: { assistantId, modelId } }) =>
      updateAssistant(ctx, ctx.assistant, { assistantId, modelId }),
    ),

  setDefault: procedure
    .guarded(inApp, assistantOfAppRule())
    .mutation(({ ctx }) => setDefaultAssistant(ctx, ctx.assistant)),

  remove: procedure
    .guarded(byId, assistantRule('assistant.edit', idOf))
    .mutation(({ ctx }) => removeAssistant(ctx, ctx.assistant)),

  duplicate: procedure
    .guarded(byId, assistantRule('assistant.edit', idOf))
    .mutation(({ ctx }) => duplicateAssistant(ctx, ctx.assistant)),

  shareToApp: procedure
    .guarded(inApp, shareRule())
    .mutation(({ ctx }) => shareToApp(ctx, ctx.assistant, ctx.app)),

  /**
   * Has the draft answer; the answer streams. A mutation, since it spends: a page elsewhere cannot cause it by an
   * address. Ask by `httpBatchStreamLink`; hanging up stops it.
   */
  try: procedure.guarded(tryAssistantSchema, tryRule()).mutation(({ ctx, input, signal = NEVER }) => {
    const { place } = ctx;
    return startTry(ctx, { place, kind: 'try', input, mayGoOn: () => stillMay(ctx, input), signal });
  }),

  /** Has two models answer one question as the draft. Streams as `try` does. */
  compare: procedure.guarded(compareModelsSchema, tryRule()).mutation(({ ctx, input, signal = NEVER }) => {
    const { place } = ctx;
    return startCompare(ctx, { place, input, mayGoOn: () => stillMay(ctx, input), signal });
  }),
});

const NEVER = new AbortController().signal;

/** Whether the person may still try: their right may end during an answer. */
async function stillMay(
  ctx: Parameters<ReturnType<typeof tryRule>['check']>[0],
  input: { assistantId?: string | undefined; appId?: string | undefined },
): Promise<boolean> {
  return tryRule<typeof input>()
    .check(ctx, input)
    .then(
      () => true,
      () => false,
    );
}
