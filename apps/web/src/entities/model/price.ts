import { isFree, isPriced } from '@tandem/shared/provider/price';
import type { ProviderModel } from '@tandem/shared/provider/schema';
import { MICRO_CREDITS_PER_DOLLAR } from '@tandem/shared/usage/credit';
import { localeOf } from '../../lib/i18n/locale.ts';

/** A price as text that a person edits, in US$; "" where there is none. */
export function dollarText(price: number | null): string {
  if (price === null) return '';
  return (price / MICRO_CREDITS_PER_DOLLAR).toFixed(8).replace(/\.?0+$/, '');
}

/** A price in US$ as a person typed it; null if empty, undefined if invalid. */
export function priceOf(text: string): number | null | undefined {
  const trimmed = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(',', '.');
  if (trimmed === '') return null;
  if (!/^\d{1,5}(\.\d{0,8})?$|^\.\d{1,8}$/.test(trimmed)) return undefined;
  const price = Math.round(Number(trimmed) * MICRO_CREDITS_PER_DOLLAR);
  return price <= 10_000 * MICRO_CREDITS_PER_DOLLAR ? price : undefined;
}

/** A price as it is read: cents where that says it all. */
function shown(price: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(price / MICRO_CREDITS_PER_DOLLAR);
}

/** The price of a model: per image, or per million tokens read and written; null if unknown. */
export function pricesOf(
  model: Pick<ProviderModel, 'kind' | 'inputPrice' | 'outputPrice' | 'imagePrice'>,
  language: string,
): { per: 'image' | 'tokens'; prices: string[] } | 'free' | null {
  const { kind, inputPrice, outputPrice, imagePrice } = model;
  const known = (kind === 'image' ? [imagePrice ?? inputPrice] : [inputPrice, outputPrice]).filter(
    (price) => price !== null,
  );
  if (!isPriced(model)) return null;
  if (isFree(model)) return 'free';
  const per = kind === 'image' && imagePrice !== null ? 'image' : 'tokens';
  const prices = kind === 'embedding' ? known.slice(0, 1) : known;
  return { per, prices: prices.map((price) => shown(price, language)) };
}
