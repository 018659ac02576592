import type { ProviderModel } from './schema.ts';

/** What a model is, and its prices in micro-credits; null: not known. A price of zero is known: the model is free. */
export type Priced = Pick<ProviderModel, 'kind' | 'inputPrice' | 'outputPrice' | 'imagePrice'>;

/**
 * Whether everything that a model of its kind is used for has a price. One that is drawn with has a price for a picture,
 * or prices for tokens. Without prices its answers cannot be counted against a budget.
 */
export function isPriced({ kind, inputPrice, outputPrice, imagePrice }: Priced): boolean {
  const hasTokenPrices = inputPrice !== null && outputPrice !== null;
  if (kind === 'image') return imagePrice !== null || hasTokenPrices;
  return kind === 'chat' ? hasTokenPrices : inputPrice !== null;
}

/** Prices of a model that costs nothing. */
export const FREE = { inputPrice: 0, outputPrice: 0, imagePrice: 0 } as const;

/** Whether a model is known to cost nothing. */
export function isFree(model: Priced): boolean {
  const { inputPrice, outputPrice, imagePrice } = model;
  return isPriced(model) && [inputPrice, outputPrice, imagePrice].every((price) => (price ?? 0) === 0);
}
