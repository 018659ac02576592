import type { ChannelAction } from '../../access/policy/access.policy.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import { createOfflineModel } from '../../ai/offline/model.ts';
import type { TurnRow } from '../../content/turn/turn.repo.ts';
import { systemContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { documentContext } from '../../document/document/context.ts';
import { documentTools } from '../../document/document/tools.ts';
import { assistantFor } from '../../models/assistant/assistant.service.ts';
import { defaultInstructions, filledInstructions } from '../../models/assistant/variables.ts';
import { outsideTools } from '../../models/mcp/mcp.service.ts';
import { modelsOf, resolveModel } from '../../models/provider/provider.service.ts';
import { heldByTurn } from '../message/spend.ts';
import type { TurnPlan } from './types.ts';

/**
 * Everything that a turn needs before it can ask its model.
 * @returns null when the person who asked may not do so any more
 * @throws AppError when no model is there to answer
 */
export async function planTurn(platform: Platform, turn: TurnRow): Promise<TurnPlan | null> {
  const ctx = systemContext(platform, 'turn');
  const { userId, teamId } = turn;
  const resolving = resolveModel(ctx, { modelId: turn.modelId, teamId, kinds: ['chat', 'image'] });
  // Without access nobody asks what became of it.
  resolving.catch(() => {});
  const channel = await channelOf(platform, turn);
  if (!channel) return null;
  const { appId } = channel;
  const [assistant, held, { model, provider, connection }] = await Promise.all([
    assistantFor(ctx, { appId, assistantId: turn.assistantId }),
    heldByTurn(platform.database.db, turn, appId),
    resolving,
  ]);
  const { contextWindow, abilities } = model;
  const written = assistant.instructions.trim() || defaultInstructions(assistant.name);
  const instructions = await filledInstructions(ctx.db, written, {
    ...{ userId, teamId, appId, channelId: channel.id },
  });
  const outside = await outsideTools(platform, teamId, abilities.tools ? assistant.tools : []);
  const draws = model.kind === 'image' && {
    model: modelsOf(platform).imageModel(connection, model.modelId),
    modelId: model.id,
    takesPictures: abilities.vision,
  };
  const tools = abilities.tools && !draws ? assistant.tools : [];
  const isBesideDocument = channel.kind === 'document';
  return {
    draws: draws || null,
    // What was drawn is named without asking another provider.
    model: draws
      ? createOfflineModel()
      : modelsOf(platform).languageModel(connection, model.modelId, { contextWindow, abilities }),
    contextWindow,
    secrets: connection.apiKey === null ? [] : [connection.apiKey],
    instructions,
    parameters: assistant.parameters,
    tools,
    document:
      isBesideDocument && !draws ? await documentContext(ctx.db, channel, { contextWindow, tools }) : null,
    outsideTools: outside.tools,
    documents: documentTools(platform, { userId, teamId, appId, channelId: channel.id }),
    close: outside.close,
    vision: abilities.vision,
    // What is written in a document names it, not what was said beside it.
    untitled: channel.name === '' && !isBesideDocument,
    asked: { appId, model, provider },
    held,
  };
}

/** Whether the person who asked may still do so; asked again before each tool runs. */
export async function mayGoOn(platform: Platform, turn: TurnRow): Promise<boolean> {
  return (await channelOf(platform, turn)) !== null;
}

/** Whether a person may approve calls in the turn's channel; asked again before what they approved runs. */
export async function mayApprove(platform: Platform, turn: TurnRow, userId: number): Promise<boolean> {
  return (await channelOf(platform, { ...turn, userId }, 'channel.edit')) !== null;
}

/** Whether an error says that somebody's access ended. */
export function isAccessLost(err: unknown): boolean {
  return err instanceof AppError && ['notFound', 'forbidden', 'archived'].includes(err.key);
}

/** The channel, if the person may still do this there: who asked, that is to ask. */
async function channelOf(
  platform: Platform,
  { userId, channelId }: Pick<TurnRow, 'userId' | 'channelId'>,
  action: ChannelAction = 'channel.ask',
): Promise<LoadedChannel | null> {
  try {
    return await channelFor(platform.database.db, { userId }, channelId, action);
  } catch (err) {
    if (isAccessLost(err)) return null;
    throw err;
  }
}
