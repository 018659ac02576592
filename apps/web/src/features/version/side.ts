import type { DifferenceRun, Presence } from '@tandem/shared/version/difference';

/** Which of two states is shown; `both` merges them. */
export type Side = 'before' | 'after' | 'both';

/** Whether content present in these states is shown on a side. */
export function isOn(side: Side, presence: Presence): boolean {
  if (side === 'both') return true;
  return presence !== (side === 'before' ? 'added' : 'removed');
}

/** The text of one side. */
export function runsOn(side: Side, runs: readonly DifferenceRun[]): DifferenceRun[] {
  return runs.filter((run) => isOn(side, run.in));
}
