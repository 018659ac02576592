import type { ProviderModel } from './schema.ts';

/** A model's kind, and its prices in micro-credits; null if unknown. Zero is known: the model is free. */
export type Priced = Pick<ProviderModel, 'kind' | 'inputPrice' | 'outputPrice' | 'imagePrice'>;

/**
 * Whether a model has prices for everything its kind is used for. An image model needs a price per picture,
 * or prices per token. Without prices, answers cannot be counted against a budget.
 */
export function isPriced({ kind, inputPrice, outputPrice, imagePrice }: Priced): boolean {
  const hasTokenPrices = inputPrice !== null && outputPrice !== null;
  if (kind === 'image') return imagePrice !== null || hasTokenPrices;
  return kind === 'chat' ? hasTokenPrices : inputPrice !== null;
}

/** Prices of a free model. */
export const FREE = { inputPrice: 0, outputPrice: 0, imagePrice: 0 } as const;

/** Whether a model is known to be free. */
export function isFree(model: Priced): boolean {
  const { inputPrice, outputPrice, imagePrice } = model;
  return isPriced(model) && [inputPrice, outputPrice, imagePrice].every((price) => (price ?? 0) === 0);
}
