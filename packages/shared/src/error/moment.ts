/** A moment of ISO text as sentences name it; without a time zone in the reader's own. Other text stays as it is. */
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
