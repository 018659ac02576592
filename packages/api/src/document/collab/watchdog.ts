import type { Worker } from 'node:worker_threads';
import type { Label } from './thread/label.ts';

/** How often it is looked whether the thread is alive, in milliseconds. */
const LOOK_EVERY_MS = 250;
/** Looks without a sign of life after which a thread that works all the while is stuck: 2.5 s. */
const LOOKS = 10;
/** Of these, milliseconds that it must have worked: on a busy machine it may only have waited for its turn. */
const WORKED_MS = 2_000;
/** Looks after which it is stuck whatever it does: 20 s. */
const LOOKS_AT_MOST = 80;

/** Calls `onStuck` once when a thread has stopped answering. @returns ends the watch */
export function watchThread(worker: Worker, label: Label, onStuck: () => void): () => void {
  let last = label.lastBeat;
  // Counted in looks, not by the clock: while this thread stands still, nothing can be said of the other.
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
  // Once it has ended nothing is known of its work.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
