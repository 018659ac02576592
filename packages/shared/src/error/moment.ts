/**
 * Formats an ISO time for sentences, by default in the reader's time zone. Other text is returned unchanged.
 */
export function formatMoment(value: unknown, language: string | undefined, timeZone?: string): string {
  const moment = new Date(String(value));
  if (Number.isNaN(moment.getTime())) return String(value);
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone && { timeZone, timeZoneName: 'short' }),
  }).format(moment);
}
