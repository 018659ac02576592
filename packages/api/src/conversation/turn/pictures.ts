import { checkedBeforeCommit } from '@tandem/db';
import { fileIdOf } from '@tandem/shared/file/schema';
import { PLAIN_DRAWING } from '@tandem/shared/image/schema';
import { drawingOf, type FilePart, filesOf, textOf } from '@tandem/shared/message/parts';
import type { MessageError } from '@tandem/shared/message/schema';
import { channelFor } from '../../access/policy/access.rules.ts';
import { estimateText } from '../../ai/context/context.ts';
import { classifyProviderError, ProviderStreamError } from '../../ai/errors/classify.ts';
import type { InputPicture } from '../../ai/providers/images/types.ts';
import { dropFiles, keepDrawn, pictureOfFile, UnusablePicture } from '../../content/file/file.service.ts';
import { findPathForModel } from '../../content/message/path.repo.ts';
import { MAX_DRAWN_PARTS, MAX_PROMPT_CHARACTERS } from '../../content/turn/limits.ts';
import type { TurnRow } from '../../content/turn/turn.repo.ts';
import { systemContext } from '../../core/context.ts';
import type { Platform } from '../../core/platform.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { budgetOf } from './budget.ts';
import { drawnPart, drawPictures } from './draw.ts';
import { isAccessLost, mayGoOn } from './plan.ts';
import type { RunningTurn } from './running.ts';
import type { AnswerEnd } from './step/stream-model.ts';
import type { Draws, TurnPlan } from './types.ts';

/** Messages looked at for the question: it stands right before its answer. */
const NEAR = 5;

/** A picture that a model made, whatever its kind. */
export interface MadePicture {
  data: Uint8Array;
  revisedPrompt?: string;
}

/**
 * Draws the pictures a question requests and that do not exist yet. Never throws for a provider's failure.
 */
export async function drawAnswer(
  turn: RunningTurn,
  platform: Platform,
  plan: TurnPlan,
  draws: Draws,
): Promise<{ end: AnswerEnd; spent: MessageError | null; question: string }> {
  const { streaming, signal } = turn;
  const path = await findPathForModel(platform.database.db, turn.turn.channelId, turn.seq, NEAR);
  const asked = path.findLast(({ role }) => role === 'user')?.parts ?? [];
  const { aspect, count } = drawingOf(asked) ?? PLAIN_DRAWING;
  const prompt = textOf(asked)
    .replace(/^\s*@\S+\s+/, '')
    .trim()
    .slice(0, MAX_PROMPT_CHARACTERS);
  const inputs = await inputsOf(turn, platform, filesOf(asked));
  const refusal =
    prompt === ''
      ? new ProviderStreamError('no-words', 'There are no words to draw.')
      : inputs.length > 0 && !draws.takesPictures
        ? new ProviderStreamError('words-only', 'The model takes no pictures.')
        : null;
  if (refusal) {
    const failure = classifyProviderError(refusal);
    const end = { failure };
    return { end, spent: null, question: prompt };
  }
  if (!drawingOf(streaming.parts)) {
    streaming.push({ type: 'data-drawing', data: { aspect, count, modelId: draws.modelId } });
    turn.saveNow();
  }
  const left = Math.max(1, count - filesOf(streaming.parts).length);
  const budget = budgetOf(turn, plan, platform.database.db);
  await budget.cover({ images: left, inputTokens: estimateText(prompt) });
  let note: string | undefined;
  const end = await drawPictures({
    model: draws.model,
    count: left,
    ...{ prompt, aspect, inputs, signal, secrets: plan.secrets },
    async onPicture(picture) {
      await keepPicture(turn, platform, picture, prompt);
      turn.meter.addPicture();
      note = picture.note;
    },
  });
  turn.meter.add(end);
  if (note && textOf(streaming.parts) === '') streaming.push({ type: 'text', text: note, state: 'done' });
  return { end, spent: budget.refusal, question: prompt };
}

/**
 * Stores a picture as a file of the channel and shows it in the answer, unless the asker lost the right.
 * @throws ProviderStreamError when it is not a picture, or too large
 */
export async function keepPicture(
  turn: RunningTurn,
  platform: Platform,
  { data, revisedPrompt = '' }: MadePicture,
  prompt: string,
): Promise<boolean> {
  if (filesOf(turn.streaming.parts).length >= MAX_DRAWN_PARTS) return false;
  if (!(await mayGoOn(platform, turn.turn))) turn.end('accessLost');
  turn.signal.throwIfAborted();
  const part = await store(platform, turn.turn, data, prompt);
  if (!part) turn.end('accessLost');
  if (!part || turn.signal.aborted) {
    // The answer ended while the picture was being stored: no message shows it.
    if (part) await drop(platform, turn.turn, part);
    turn.signal.throwIfAborted();
    return false;
  }
  turn.firstTokenMs ??= steadyMs() - turn.startedAt;
  turn.streaming.push(drawnPart(part, prompt, revisedPrompt));
  turn.saveNow();
  return true;
}

async function inputsOf(
  turn: RunningTurn,
  platform: Platform,
  files: ReturnType<typeof filesOf>,
): Promise<InputPicture[]> {
  const pictures = files.filter(({ mediaType }) => mediaType.startsWith('image/'));
  const read = await Promise.all(pictures.map((part) => pictureOfFile(platform, turn.turn.channelId, part)));
  return read.filter((picture) => picture !== null);
}

/**
 * Stores a picture drawn for the channel with its prompt; null when the asker loses the right before the
 * commit.
 * @throws ProviderStreamError when it is not a picture, or too large
 */
async function store(
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

/** Deletes a stored picture that no message shows. */
async function drop({ database }: Platform, { channelId }: TurnRow, { url }: FilePart): Promise<void> {
  const fileId = fileIdOf(url);
  if (fileId !== null) await dropFiles(database.db, channelId, [fileId]);
}
