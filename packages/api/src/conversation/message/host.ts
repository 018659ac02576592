import { checkedBeforeCommit } from '@tandem/db';
import { fileIdOf } from '@tandem/shared/file/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import type { ChannelAction } from '../../access/policy/access.policy.ts';
import { channelFor, type LoadedChannel } from '../../access/policy/access.rules.ts';
import { ProviderStreamError } from '../../ai/errors/classify.ts';
import { createOfflineModel } from '../../ai/offline/model.ts';
import {
  dropFiles,
  keepDrawn,
  pictureOfFile,
  textOfFile,
  UnusablePicture,
} from '../../content/file/file.service.ts';
import { findPathForModel } from '../../content/message/path.repo.ts';
import { indexMessage, searchedTextOf } from '../../content/search/index.ts';
import type { TurnRow } from '../../content/turn/turn.repo.ts';
import { systemContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import type { Platform } from '../../core/platform.ts';
import { documentContext } from '../../document/document/context.ts';
import { documentTools } from '../../document/document/tools.ts';
import { assistantFor, hasTool } from '../../models/assistant/assistant.service.ts';
import { defaultInstructions, filledInstructions } from '../../models/assistant/variables.ts';
import { outsideTools } from '../../models/mcp/mcp.service.ts';
import { modelsOf, resolveModel } from '../../models/provider/provider.service.ts';
import { setTitle } from '../../workspace/channel/channel.service.ts';
import type { TurnHost, TurnPlan } from '../turn/host.ts';
import { noticeLongAnswer } from '../turn/notice.turn.ts';
import { turnsWithoutRight } from './asker.repo.ts';
import { findForgottenQueues } from './queue.repo.ts';
import { takeNextQueued } from './queue.ts';
import { hasBudget, heldByTurn, recordSideRequest, recordTurn, reserveMore } from './spend.ts';

/** What the turn engine learns from channels, people, assistants and models. */
export function turnHost(platform: Platform): TurnHost {
  const { db } = platform.database;
  const ctx = systemContext(platform, 'turn');
  return {
    plan: (turn) => planOf(platform, turn),
    mayGoOn: async (turn) => (await channelOf(platform, turn)) !== null,
    withoutRight: (turnIds) => turnsWithoutRight(db, turnIds),
    hasTool: (turn, key) => hasTool(db, turn.assistantId, key),
    mayApprove: async (turn, userId) =>
      (await channelOf(platform, { ...turn, userId }, 'channel.edit')) !== null,
    path: (channelId, beforeSeq, limit) => findPathForModel(db, channelId, beforeSeq, limit),
    textOf: (channelId, part) => textOfFile(platform, channelId, part),
    pictureOf: (channelId, part) => pictureOfFile(platform, channelId, part),
    reserve: (turn, asked, amount) => reserveMore(db, turn, asked, amount),
    hasBudget: (turn, asked) => hasBudget(db, turn, asked),
    onSideRequest: (turn, asked, request) => recordSideRequest(platform, turn, asked, request),
    async onEnd(tx, { turn, asked, end, parts }) {
      await indexMessage(tx, { messageId: turn.messageId, text: searchedTextOf(parts) });
      await recordTurn(tx, turn, asked, end);
    },
    keepPicture: (turn, data, prompt) => keepPictureOf(platform, turn, data, prompt),
    dropPicture: ({ channelId }, { url }) =>
      dropFiles(
        db,
        channelId,
        [fileIdOf(url)].filter((id) => id !== null),
      ),
    takeNext: (channelId) => takeNextQueued(platform, channelId),
    forgottenQueues: () => findForgottenQueues(db),
    ended: (turn, status) => noticeLongAnswer(platform, turn, status),
    async setTitle(channelId, title) {
      await setTitle(ctx, channelId, title);
    },
  };
}

async function keepPictureOf(
  platform: Platform,
  { channelId, teamId, userId }: TurnRow,
  data: Uint8Array,
  prompt: string,
): Promise<FilePart | null> {
  const ctx = systemContext(platform, 'turn');
  const { committed } = platform.database;
  const db = checkedBeforeCommit(ctx.db, async () => {
    await channelFor(committed, { userId }, channelId, 'channel.ask');
  });
  try {
    const channel = { id: channelId, teamId };
    return await keepDrawn({ ...ctx, db }, { data, prompt, channel, userId });
  } catch (error) {
    if (isAccessLost(error)) return null;
    if (!(error instanceof UnusablePicture)) throw error;
    const kind = error.isTooLarge ? 'picture-large' : 'picture';
    throw new ProviderStreamError(kind, error.message, error);
  }
}

async function planOf(platform: Platform, turn: TurnRow): Promise<TurnPlan | null> {
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

function isAccessLost(err: unknown): boolean {
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
