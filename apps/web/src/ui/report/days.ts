import { localeOf } from '../../lib/i18n/locale.ts';

/** Names of days as charts and tables show them, in UTC as they were counted. */
export function dayNames(language: string): (day: unknown) => string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return (day) => {
    const at = new Date(String(day));
    // A chart asks before it knows of which day.
    return Number.isNaN(at.getTime()) ? '' : format.format(at);
  };
}
