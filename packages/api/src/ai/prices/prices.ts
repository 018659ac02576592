import { FREE } from '@tandem/shared/provider/price';
import type { ModelKind, ProviderKind } from '@tandem/shared/provider/schema';
import { MICRO_CREDITS_PER_DOLLAR } from '@tandem/shared/usage/credit';

/** Micro-credits; null where it is not known. */
export interface ModelPrices {
  /** Per million tokens. */
  inputPrice: number | null;
  outputPrice: number | null;
  /** Per picture. */
  imagePrice: number | null;
}

export const noPrices: ModelPrices = { inputPrice: null, outputPrice: null, imagePrice: null };

/** US$ for a million tokens read and written. */
type TokenPrice = [pattern: RegExp, input: number, output: number];

/**
 * List prices of November 2025 for standard requests, in US$ per million tokens. Patterns match the beginning
 * of lower-case names without dates and `-latest`. A model that matches none has no price: an administrator
 * enters one.
 */
const tokenPrices: TokenPrice[] = [
  [/^gpt-5(?:\.1)?(?:-chat|-codex)?$/, 1.25, 10],
  [/^gpt-5-mini$/, 0.25, 2],
  [/^gpt-5-nano$/, 0.05, 0.4],
  [/^gpt-4\.1$/, 2, 8],
  [/^gpt-4\.1-mini$/, 0.4, 1.6],
  [/^gpt-4\.1-nano$/, 0.1, 0.4],
  [/^gpt-4o$/, 2.5, 10],
  [/^gpt-4o-mini$/, 0.15, 0.6],
  [/^chatgpt-4o$/, 5, 15],
  [/^gpt-4-turbo$/, 10, 30],
  [/^gpt-4$/, 30, 60],
  [/^gpt-3\.5-turbo$/, 0.5, 1.5],
  [/^o1$/, 15, 60],
  [/^o1-mini$|^o3-mini$|^o4-mini$/, 1.1, 4.4],
  [/^o3$/, 2, 8],
  [/^text-embedding-3-small$/, 0.02, 0],
  [/^text-embedding-3-large$/, 0.13, 0],
  [/^text-embedding-ada-002$/, 0.1, 0],
  [/^claude-opus-4-5$/, 5, 25],
  [/^claude-opus-4(?:-[01])?$|^claude-3-opus$/, 15, 75],
  [/^claude-sonnet-4(?:-[05])?$|^claude-3-[57]-sonnet$/, 3, 15],
  [/^claude-haiku-4-5$/, 1, 5],
  [/^claude-3-5-haiku$/, 0.8, 4],
  [/^claude-3-haiku$/, 0.25, 1.25],
  [/^gemini-3-pro$/, 2, 12],
  [/^gemini-2\.5-pro$/, 1.25, 10],
  [/^gemini-2\.5-flash$/, 0.3, 2.5],
  [/^gemini-2\.5-flash-lite$/, 0.1, 0.4],
  [/^gemini-2\.0-flash$/, 0.1, 0.4],
  [/^gemini-2\.0-flash-lite$/, 0.075, 0.3],
  [/^gemini-embedding$/, 0.15, 0],
  [/^deepseek-(?:chat|reasoner)$/, 0.28, 0.42],
];

/** List prices of November 2025, in US$ for one square picture of about a megapixel, at medium quality. */
const imagePrices: [pattern: RegExp, price: number][] = [
  [/^dall-e-3$/, 0.04],
  [/^dall-e-2$/, 0.02],
  [/^gpt-image-1$/, 0.042],
  [/^gpt-image-1-mini$/, 0.011],
  [/^imagen-4\.0-ultra-generate$/, 0.06],
  [/^imagen-4\.0-generate$/, 0.04],
  [/^imagen-4\.0-fast-generate$/, 0.02],
  [/^gemini-2\.5-flash-image$/, 0.039],
];

/** Behind a name: which day's model it is. */
const VERSION = /(?:-(?:\d{4}-\d{2}-\d{2}|20\d{6}|\d{3}|latest|preview|(?:preview|exp)-\d{2}-\d{2,4}))+$/;

/**
 * Returns a model's list price by its name. The built-in models, and Ollama's on one's own machine, are free.
 */
export function knownPrices(provider: ProviderKind, modelId: string, kind: ModelKind): ModelPrices {
  if (provider === 'offline' || provider === 'ollama') return FREE;
  const name = modelId.toLowerCase().replace(VERSION, '');
  if (kind === 'image') {
    const price = imagePrices.find(([pattern]) => pattern.test(name))?.[1];
    return price === undefined ? noPrices : { ...noPrices, imagePrice: microCredits(price) };
  }
  const found = tokenPrices.find(([pattern]) => pattern.test(name));
  if (!found) return noPrices;
  return { ...noPrices, inputPrice: microCredits(found[1]), outputPrice: microCredits(found[2]) };
}

/**
 * Parses a price in a provider's listing: US$ per token, as text or number. Null when missing or implausible.
 */
export function pricePerToken(told: unknown): number | null {
  const dollars = typeof told === 'string' && told.trim() !== '' ? Number(told) : told;
  // More than a cent for a token is a mistake, and -1 is how some say that it varies.
  if (typeof dollars !== 'number' || !(dollars >= 0 && dollars <= 0.01)) return null;
  return microCredits(dollars * 1_000_000);
}

function microCredits(dollars: number): number {
  return Math.round(dollars * MICRO_CREDITS_PER_DOLLAR);
}
