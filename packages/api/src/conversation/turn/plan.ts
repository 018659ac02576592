import type { ChannelAction } from '../../access/policy/access.policy.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import { isOffered } from '../../agent/run/rules.ts';
import { findRun } from '../../agent/run/run.repo.ts';
import { agentTools } from '../../agent/tool/agent-tools.ts';
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
import type { Begun } from '../message/begin.ts';
import { heldByTurn } from '../message/spend.ts';
import type { TurnPlan } from './types.ts';

type Known = Omit<Begun, 'own'>;

/**
 * Collects everything a turn needs before asking its model.
 * @param begun what its transaction knew, which committed a moment ago; absent: it is read again
 * @returns null when the asker lost the right
 * @throws AppError when no model is available
 */
export async function planTurn(
  platform: Platform,
  turn: TurnRow,
  begun: Known | undefined,
): Promise<TurnPlan | null> {
  const { userId, teamId } = turn;
  const known = begun ?? (await readAgain(platform, turn));
  if (!known) return null;
  const { channel, assistant, resolved, held } = known;
  const { model, provider, connection } = resolved;
  const { contextWindow, abilities } = model;
  const { appId } = channel;
  const place = { userId, teamId, appId, channelId: channel.id };
  const canDraw = model.kind === 'image';
  const run = channel.kind === 'agent' && !canDraw ? await equipmentOf(platform, turn, channel) : null;
  const offered = [...assistant.tools, ...(run?.names ?? [])].filter(
    (name) => !run || isOffered(run.row, { toolKey: name, isOutside: false }),
  );
  const tools = abilities.tools && !canDraw ? offered : [];
  const isBesideDocument = channel.kind === 'document';
  const { db } = platform.database;
  const written = assistant.instructions.trim() || defaultInstructions(assistant.name);
  const [instructions, outside, document] = await Promise.all([
    filledInstructions(db, written, place),
    outsideTools(platform, teamId, abilities.tools ? assistant.tools : []),
    isBesideDocument && !canDraw ? documentContext(db, channel, { contextWindow, tools }) : null,
  ]);
  const draws = canDraw && {
    model: modelsOf(platform).imageModel(connection, model.modelId),
    modelId: model.id,
    takesPictures: abilities.vision,
  };
  return {
    draws: draws || null,
    // A drawn answer's channel is titled without asking another provider.
    model: draws
      ? createOfflineModel()
      : modelsOf(platform).languageModel(connection, model.modelId, { contextWindow, abilities }),
    contextWindow,
    secrets: connection.apiKey === null ? [] : [connection.apiKey],
    instructions: run ? [instructions, run.instructions].join('\n\n') : instructions,
    writtenInstructions: assistant.instructions,
    parameters: assistant.parameters,
    takesTools: abilities.tools,
    tools,
    document,
    outsideTools: outside.tools.filter(
      ({ key }) => !run || isOffered(run.row, { toolKey: key, isOutside: true }),
    ),
    run,
    documents: documentTools(platform, place),
    async close() {
      run?.close();
      await outside.close();
    },
    vision: abilities.vision,
    // A document is named by its text, not by the conversation beside it.
    untitled: channel.name === '' && !isBesideDocument,
    asked: { appId, model, provider },
    held,
  };
}

/** Returns what a run of an agent works with. */
async function equipmentOf(platform: Platform, { id, userId }: TurnRow, channel: LoadedChannel) {
  const row = await findRun(platform.database.db, id);
  return row && { ...(await agentTools(platform, { channel, userId })), row };
}

/** Reads what a turn needs that began elsewhere, or waited; null when the asker lost the right. */
async function readAgain(platform: Platform, turn: TurnRow): Promise<Known | null> {
  const ctx = systemContext(platform, 'turn');
  const { modelId, teamId, assistantId } = turn;
  const resolving = resolveModel(ctx, { modelId, teamId, kinds: ['chat', 'image'] });
  // Without access nobody awaits this result.
  resolving.catch(() => {});
  const channel = await channelOf(platform, turn);
  if (!channel) return null;
  const { appId } = channel;
  const [assistant, held, resolved] = await Promise.all([
    assistantFor(ctx, { appId, assistantId }),
    heldByTurn(ctx.db, turn, appId),
    resolving,
  ]);
  return { channel, assistant, resolved, held };
}

/** Whether the asker still has the right; checked again before each tool runs. */
export async function mayGoOn(platform: Platform, turn: TurnRow): Promise<boolean> {
  return (await channelOf(platform, turn)) !== null;
}

/** Whether a person may approve calls in the turn's channel; checked again before an approved call runs. */
export async function mayApprove(platform: Platform, turn: TurnRow, userId: number): Promise<boolean> {
  return (await channelOf(platform, { ...turn, userId }, 'channel.edit')) !== null;
}

/** Whether an error means that access ended. */
export function isAccessLost(err: unknown): boolean {
  return err instanceof AppError && ['notFound', 'forbidden', 'archived'].includes(err.key);
}

/** Returns the channel if the person may still ask there. */
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
