/** Times that are chosen without writing cron. */
export const rhythms = ['day', 'weekday', 'week', 'month', 'custom'] as const;
export type Rhythm = (typeof rhythms)[number];

/** What the form of a schedule holds of its times. */
export interface Pattern {
  rhythm: Rhythm;
  /** `HH:MM` of 24 hours. */
  time: string;
  /** 0 is Sunday. */
  weekday: number;
  /** Day of the month. */
  day: number;
  /** As written, of a `custom` one. */
  cron: string;
}

/** Returns a pattern as five fields of cron; '' while it is incomplete. */
export function cronOf({ rhythm, time, weekday, day, cron }: Pattern): string {
  if (rhythm === 'custom') return cron.trim();
  const [hour, minute] = time.split(':').map(Number);
  if (hour === undefined || minute === undefined || Number.isNaN(hour + minute)) return '';
  const days = { day: '* * *', weekday: '* * 1-5', week: `* * ${weekday}`, month: `${day} * *` }[rhythm];
  return `${minute} ${hour} ${days}`;
}

/** Returns the choice that stands for five fields of cron; `custom` where none does. */
export function patternOf(cron: string): Pattern {
  const plain = { time: '09:00', weekday: 1, day: 1, cron };
  const found = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|1-5|[0-6])$/.exec(cron);
  const [, minute = '', hour = '', day = '', weekday = ''] = found ?? [];
  if (!found || (day !== '*' && weekday !== '*')) return { ...plain, rhythm: 'custom' };
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (day !== '*') return { ...plain, time, rhythm: 'month', day: Number(day) };
  if (weekday === '1-5') return { ...plain, time, rhythm: 'weekday' };
  if (weekday === '*') return { ...plain, time, rhythm: 'day' };
  return { ...plain, time, rhythm: 'week', weekday: Number(weekday) };
}
