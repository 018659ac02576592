import * as z from 'zod';
import { type ToolDefinition, ToolError } from './types.ts';
import { findTimeZone } from './zones.ts';

const input = z.object({
  timeZone: z
    .string()
    .max(80)
    .optional()
    .describe(
      'IANA time zone such as "Asia/Tokyo", or a large city. Leave out for UTC; the zone of the person asking is ' +
        'known only if they said where they are.',
    ),
});

export interface TimeResult {
  timeZone: string;
  /** `YYYY-MM-DD`, in the zone. */
  date: string;
  /** `HH:MM:SS`, 24 hours, in the zone. */
  time: string;
  /** English name. */
  weekday: string;
  /** `+09:00`. */
  utcOffset: string;
  /** The instant in ISO 8601, UTC. */
  instant: string;
}

/** Returns date and time anywhere. */
export const timeTool: ToolDefinition<z.output<typeof input>, TimeResult> = {
  name: 'current_time',
  description:
    'Returns the current date, time and weekday in any time zone. Use it whenever the answer depends on now.',
  input,
  isRepeatable: true,
  async execute({ timeZone: wanted }, context) {
    const timeZone = findTimeZone(wanted?.trim() || 'UTC');
    if (!timeZone) throw new ToolError(`There is no time zone called "${wanted}".`);
    return timeIn(timeZone, context.now?.() ?? new Date());
  },
};

function timeIn(timeZone: string, now: Date): TimeResult {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    weekday: 'long',
    timeZoneName: 'longOffset',
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    timeZone,
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}:${part('second')}`,
    weekday: part('weekday'),
    utcOffset: part('timeZoneName').replace('GMT', '') || '+00:00',
    instant: now.toISOString(),
  };
}
