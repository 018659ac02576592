const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** A short relative time: "5 min. ago", "yesterday"; null below a minute. */
export function relativeTime(date: Date, language: string, now = Date.now()): string | null {
  const seconds = Math.round((now - date.getTime()) / 1000);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  for (const [unit, size] of steps)
    if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  return null;
}
