import type { Drawing } from '@tandem/shared/image/schema';
import type { FilePart } from '@tandem/shared/message/parts';
import { classifyProviderError, ProviderStreamError } from '../../ai/errors/classify.ts';
import type { DrawnPicture, ImageModel, InputPicture } from '../../ai/providers/images/types.ts';
import { ABORT_GRACE_MS, DRAW_MS, MAX_TOKENS } from '../../content/turn/limits.ts';
import type { AnswerEnd } from './step/stream-model.ts';

export interface Draw {
  model: ImageModel;
  prompt: string;
  aspect: Drawing['aspect'];
  /** Pictures still to be drawn. */
  count: number;
  inputs: readonly InputPicture[];
  /** Ends the requests and closes the provider's sockets. */
  signal: AbortSignal;
  secrets: readonly string[];
  /** Timeout of a picture in milliseconds, for tests. */
  patienceMs?: number;
  /** Stores a finished picture; called for one at a time, in order of arrival. */
  onPicture(picture: DrawnPicture): Promise<void>;
}

/** Result of the picture requests; tokens are null where the provider counts none. */
export interface DrawEnd extends AnswerEnd {
  inputTokens: number | null;
  outputTokens: number | null;
}

/**
 * Requests pictures from a model concurrently, one request each, so that each appears as soon as possible.
 * Finished pictures stay when another fails. Never throws.
 */
export async function drawPictures(options: Draw): Promise<DrawEnd> {
  const { model, prompt, aspect, count, inputs, secrets, patienceMs = DRAW_MS, onPicture } = options;
  const end: DrawEnd = { failure: null, inputTokens: null, outputTokens: null };
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  let line: Promise<unknown> = Promise.resolve();

  const one = async () => {
    const picture = await within(patienceMs, signal, (own) =>
      model.draw({ prompt, aspect, inputs, signal: own }),
    );
    const kept = line.then(() => {
      signal.throwIfAborted();
      return onPicture(picture);
    });
    line = kept.catch(() => {});
    await kept;
    end.inputTokens = sum(end.inputTokens, picture.inputTokens);
    end.outputTokens = sum(end.outputTokens, picture.outputTokens);
  };
  const all = Array.from({ length: count }, () =>
    one().catch((error: unknown) => {
      end.failure ??= classifyProviderError(error, secrets);
      // A permanent failure applies to the other requests too.
      if (!end.failure.retryable) over.abort();
    }),
  );
  await Promise.race([Promise.all(all), afterAbort(options.signal)]);
  return end;
}

/** @throws ProviderStreamError when it takes too long */
async function within<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), milliseconds);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (!late.signal.aborted || signal.aborted) throw error;
    throw new ProviderStreamError('timeout', 'The picture took too long.', error);
  } finally {
    clearTimeout(timer);
  }
}

/** A provider may not notice the abort. */
function afterAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => setTimeout(resolve, ABORT_GRACE_MS);
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}

function sum(before: number | null, more: number | null): number | null {
  if (more === null || !Number.isFinite(more)) return before;
  return Math.min((before ?? 0) + Math.max(0, Math.round(more)), MAX_TOKENS);
}

/** Returns a picture's part with its prompt. */
export function drawnPart(part: FilePart, prompt: string, revisedPrompt: string): FilePart {
  const clean = (text: string) => text.replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_ALT);
  const revised = clean(revisedPrompt);
  return {
    ...part,
    alt: clean(prompt),
    ...(revised !== '' && revised !== clean(prompt) && { revisedPrompt: revised }),
  };
}

/** Characters of a prompt stored with its picture. */
const MAX_ALT = 2_000;
