/**
 * Milliseconds that only ever grow, whole; they say nothing about the time of day. For whatever waits, expires or is
 * measured within this process: the clock that `Date` reads may be set back or forward by an hour at any moment.
 */
export function steadyMs(): number {
  return Math.floor(performance.now());
}
