/** How often the loop is looked at, in milliseconds. */
const BEAT_MS = 100;

/** What is known of the event loop of this thread. */
export interface EventLoopWatch {
  /** The longest work without a break so far, in milliseconds of processor time. */
  longestMs(): number;
  /** How often work went on for more than a second without a break. */
  stalls(): number;
  /** Forgets both. */
  reset(): void;
  stop(): void;
}

/** Work without a break that counts as a stall, in milliseconds of processor time. */
export const STALL_MS = 1_000;

/**
 * Watches how long this thread works without letting anything else have its turn. Counts the thread's own processor
 * time between two beats of a timer, not the time by the clock, so that a busy machine looks like a busy machine and
 * not like a stall.
 */
export function watchEventLoop(): EventLoopWatch {
  let longest = 0;
  let stalls = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    const worked = (now.user - before.user + now.system - before.system) / 1_000;
    before = now;
    longest = Math.max(longest, worked);
    if (worked > STALL_MS) stalls += 1;
  };
  const timer = setInterval(look, BEAT_MS);
  timer.unref();
  return {
    longestMs() {
      look();
      return longest;
    },
    stalls() {
      look();
      return stalls;
    },
    reset() {
      look();
      longest = 0;
      stalls = 0;
    },
    stop: () => clearInterval(timer),
  };
}
