import { steadyMs } from '../timing/steady.ts';
import { refusal } from './refusal.ts';

const WINDOW_MS = 60_000;
/** Maximum subjects remembered; beyond that the window restarts rather than growing. */
const MAX_SUBJECTS = 100_000;

/** Makes a count of calls per subject and minute, in memory; all subjects share the minute. */
export function callAllowance(now: () => number = steadyMs): (subject: string, perMinute: number) => void {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return (subject, perMinute) => {
    const time = now();
    if (time >= endsAt || counts.size >= MAX_SUBJECTS) {
      counts.clear();
      endsAt = time + WINDOW_MS;
    }
    const count = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, count);
    if (count > perMinute) throw refusal('tooManyRequests', endsAt - time);
  };
}
