import { afterEach, expect, it } from 'vitest';
import { type EventLoopWatch, watchEventLoop } from './event-loop.ts';

let watch: EventLoopWatch | null = null;
afterEach(() => watch?.stop());

/** Works for this many milliseconds of the thread's processor time. */
function work(ms: number): void {
  const { user, system } = process.threadCpuUsage();
  for (;;) {
    const now = process.threadCpuUsage();
    if (now.user - user + now.system - system > ms * 1_000) return;
  }
}

it('measures how long the thread worked without a break', () => {
  watch = watchEventLoop();
  work(1_050);
  expect(watch.longestMs()).toBeGreaterThan(1_000);
  expect(watch.stalls()).toBe(1);
  watch.reset();
  expect(watch.stalls()).toBe(0);
  expect(watch.longestMs()).toBeLessThan(1_000);
});

it('does not count work in many pieces, nor waiting while the machine is busy', async () => {
  watch = watchEventLoop();
  for (let n = 0; n < 12; n += 1) {
    work(100);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  // The thread stands still without working.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100);
  expect(watch.stalls()).toBe(0);
});
