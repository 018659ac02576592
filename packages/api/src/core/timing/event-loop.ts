/** Milliseconds between measurements. */
const BEAT_MS = 100;

/** Statistics of this thread's event loop. */
export interface EventLoopWatch {
  /** The longest work without a break so far, in milliseconds of processor time. */
  longestMs(): number;
  /** Number of blocks longer than a second. */
  stalls(): number;
  /** Forgets both. */
  reset(): void;
  stop(): void;
}

/** Work without a break that counts as a stall, in milliseconds of processor time. */
export const STALL_MS = 1_000;

/**
 * Measures how long this thread works without a break. Counts the thread's processor time between two beats
 * of a timer, not wall time, so that a busy machine does not look like a stall.
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
