import type { Worker } from 'node:worker_threads';
import type { Label } from './thread/label.ts';

/** Milliseconds between checks that the thread is alive. */
const LOOK_EVERY_MS = 250;
/** Checks without a heartbeat after which a working thread is stuck: 2.5 s. */
const LOOKS = 10;
/**
 * Milliseconds it must have worked in that time: on a busy machine it may only have waited for the processor.
 */
const WORKED_MS = 2_000;
/** Checks after which it is stuck in any case: 20 s. */
const LOOKS_AT_MOST = 80;

/** Calls `onStuck` once when a thread has stopped answering. @returns ends the watch */
export function watchThread(worker: Worker, label: Label, onStuck: () => void): () => void {
  let last = label.lastBeat;
  // Counted in checks, not wall time: while this thread is blocked, it learns nothing of the other.
  let silent = 0;
  const look = async () => {
    const now = label.lastBeat;
    if (now.beat !== last.beat) {
      last = now;
      silent = 0;
      return;
    }
    silent += 1;
    if (silent < LOOKS) return;
    if (silent < LOOKS_AT_MOST) {
      const { user, system } = await worker.cpuUsage();
      const isWaiting = (user + system) / 1_000 - last.cpuMs < WORKED_MS;
      if (isWaiting || label.lastBeat.beat !== last.beat) return;
    }
    clearInterval(timer);
    onStuck();
  };
  // After its end nothing is known of its work.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
