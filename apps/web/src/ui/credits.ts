import { MICRO_CREDITS } from '@tandem/shared/usage/credit';
import { localeOf } from '../lib/i18n/locale.ts';

/** Micro-credits as credits, with as many decimals as say something. */
export function formatCredits(microCredits: number, language: string): string {
  const credits = microCredits / MICRO_CREDITS;
  const digits = credits === 0 || credits >= 1_000 ? 0 : credits >= 1 ? 2 : 4;
  const smallest = 10 ** -digits;
  if (credits > 0 && credits < smallest) return `< ${formatNumber(smallest, language, digits)}`;
  // Two decimals or none, so that a column of amounts is aligned.
  const cents = digits === 2 && Math.round(credits * 100) % 100 !== 0;
  return new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: cents ? 2 : 0,
    maximumFractionDigits: digits,
  }).format(credits);
}

/** Micro-credits as dollars at list price. */
export function formatDollars(microCredits: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(microCredits / MICRO_CREDITS / 100);
}

/** A number with the separators of the language. */
export function formatNumber(value: number, language: string, digits = 0): string {
  return new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: digits }).format(value);
}

/** A number in few signs, for axes and small places; one below 1 keeps the digits that tell it from nothing. */
export function formatShort(value: number, language: string): string {
  const digits = Math.abs(value) < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 };
  return new Intl.NumberFormat(localeOf(language), { notation: 'compact', ...digits }).format(value);
}

/** A share from 0 to 1. */
export function formatShare(share: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language), { style: 'percent' }).format(share);
}
