/**
 * Monotonic milliseconds, whole and unrelated to the time of day. Use them for everything that waits, expires
 * or is measured within this process: the system clock may be set forward or back at any moment.
 */
export function steadyMs(): number {
  return Math.floor(performance.now());
}
