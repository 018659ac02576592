import { localeOf } from '../../lib/i18n/locale.ts';

/** Milliseconds as seconds with their sign, with a decimal: "1.4 sec". */
export function formatSeconds(ms: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(ms / 1_000);
}
