import { localeOf } from '../../lib/i18n/locale.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${name}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(localeOf(language), options);
    formats.set(key, found);
  }
  return found;
}

/** The time of day, as "14:32" or "2:32 PM". */
export function timeOfDay(date: Date, language: string): string {
  return format(language, 'time', { hour: 'numeric', minute: '2-digit' }).format(date);
}

/** Date and time in full, for a tooltip. */
export function fullTime(date: Date, language: string): string {
  return format(language, 'full', { dateStyle: 'full', timeStyle: 'short' }).format(date);
}

/** A number that is the same for two times on the same local day. */
export function dayOf(date: Date): number {
  return date.getFullYear() * 10_000 + date.getMonth() * 100 + date.getDate();
}

/** A day as people name it: today, yesterday, a weekday within a week, else the date. */
export function dayName(date: Date, language: string, now = new Date()): string {
  const start = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const days = Math.round((start(now) - start(date)) / 86_400_000);
  if (days === 0 || days === 1) {
    const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day');
    return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
  }
  if (days > 1 && days < 7) return format(language, 'weekday', { weekday: 'long' }).format(date);
  const sameYear = date.getFullYear() === now.getFullYear();
  return sameYear
    ? format(language, 'day', { weekday: 'short', day: 'numeric', month: 'long' }).format(date)
    : format(language, 'date', { day: 'numeric', month: 'long', year: 'numeric' }).format(date);
}
