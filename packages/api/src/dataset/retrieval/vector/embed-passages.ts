import { classifyProviderError } from '../../../ai/errors/classify.ts';
import type { EmbeddingModel } from '../../../ai/providers/embedding/types.ts';

/** Characters of a passage that are embedded: passages have about 120 words. */
const MAX_CHARACTERS = 6_000;
/** The shortest beginning of a passage to which it is cut for a model that takes little. */
const LEAST_CHARACTERS = 100;

export interface EmbeddedPassages {
  vectors: Float32Array[];
  /** Tokens that the provider told, and the texts for which it told none. */
  tokens: number;
  uncounted: string[];
}

/**
 * Embeds passages: when they are too long for the model, fewer at once, and at last their beginnings.
 * @throws errors that `classifyProviderError` understands
 */
export async function embedPassages(
  model: EmbeddingModel,
  texts: readonly string[],
  signal: () => AbortSignal,
): Promise<EmbeddedPassages> {
  const cut = texts.map((text) => text.slice(0, MAX_CHARACTERS).toWellFormed());
  try {
    const { vectors, tokens } = await model.embed({ texts: cut, purpose: 'passage', signal: signal() });
    return { vectors, tokens: tokens ?? 0, uncounted: tokens === null ? cut : [] };
  } catch (error) {
    if (!isTooLong(error)) throw error;
    if (cut.length === 1) return embedBeginning(model, cut[0] ?? '', signal, error);
    const half = Math.ceil(cut.length / 2);
    const front = await embedPassages(model, cut.slice(0, half), signal);
    const back = await embedPassages(model, cut.slice(half), signal);
    return {
      vectors: [...front.vectors, ...back.vectors],
      tokens: front.tokens + back.tokens,
      uncounted: [...front.uncounted, ...back.uncounted],
    };
  }
}

function embedBeginning(
  model: EmbeddingModel,
  text: string,
  signal: () => AbortSignal,
  error: unknown,
): Promise<EmbeddedPassages> {
  if (text.length <= LEAST_CHARACTERS) throw error;
  return embedPassages(model, [text.slice(0, Math.ceil(text.length / 2))], signal);
}

function isTooLong(error: unknown): boolean {
  const { key } = classifyProviderError(error);
  return key === 'provider.contextTooLong' || key === 'provider.tooLarge';
}
