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
 * Embeds passages by one request; a single one that is too long for the model by its beginning.
 * @param admit called before each request, which it may refuse
 * @returns null when several are too long for the model together
 * @throws errors that `classifyProviderError` understands
 */
export async function embedPassages(
  model: EmbeddingModel,
  texts: readonly string[],
  admit: () => Promise<AbortSignal>,
): Promise<EmbeddedPassages | null> {
  const cut = texts.map((text) => text.slice(0, MAX_CHARACTERS).toWellFormed());
  const signal = await admit();
  try {
    const { vectors, tokens } = await model.embed({ texts: cut, purpose: 'passage', signal });
    return { vectors, tokens: tokens ?? 0, uncounted: tokens === null ? cut : [] };
  } catch (error) {
    if (!isTooLong(error)) throw error;
    if (cut.length > 1) return null;
    const [text = ''] = cut;
    if (text.length <= LEAST_CHARACTERS) throw error;
    return embedPassages(model, [text.slice(0, Math.ceil(text.length / 2))], admit);
  }
}

function isTooLong(error: unknown): boolean {
  const { key } = classifyProviderError(error);
  return key === 'provider.contextTooLong' || key === 'provider.tooLarge';
}
