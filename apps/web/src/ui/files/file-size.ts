import { useTranslation } from 'react-i18next';
import { localeOf } from '../../lib/i18n/locale.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** A number of bytes as people read it, in a language: "1.4 MB". */
export function sizeInWords(bytes: number, language: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: UNITS[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0,
  }).format(value);
}

/** Formats sizes in the language of the page. */
export function useFileSize(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => sizeInWords(bytes, i18n.language);
}
