import { Worker } from 'node:worker_threads';
import { type RefusalParams, WorkerRefusal } from './refusal.ts';

/** A child's message to its parent. */
export type WorkerMessage =
  | { kind: 'ready' }
  /** `residentMb` is the memory of this process afterwards. */
  | { kind: 'answer'; value: unknown; residentMb: number }
  | { kind: 'refused'; key: WorkerRefusal['key']; params: RefusalParams; residentMb: number }
  | { kind: 'failed'; message: string };

/**
 * Makes this process answer inputs one after the other until its parent ends. Call it once, at the end of a
 * `<verb>.worker.ts`.
 * @param work processes one input; a `WorkerRefusal` it throws reaches the caller as an `AppError`
 */
export function serveWorker<Input, Output>(work: (input: Input) => Output | Promise<Output>): void {
  const tell = (message: WorkerMessage) => process.send?.(message);
  const residentMb = () => process.memoryUsage.rss() / 1024 / 1024;
  process.on('message', async (input: Input) => {
    try {
      const value = await work(input);
      tell({ kind: 'answer', value, residentMb: residentMb() });
    } catch (error) {
      if (error instanceof WorkerRefusal)
        tell({ kind: 'refused', key: error.key, params: error.params, residentMb: residentMb() });
      else tell({ kind: 'failed', message: String(error).slice(0, 500) });
    }
  });
  process.once('disconnect', () => process.exit());
  endWithParent();
  tell({ kind: 'ready' });
}

/** Milliseconds between checks that the parent still exists. */
const LOOK_EVERY_MS = 2_000;

/**
 * Ends this process with its parent, from a separate thread: a killed parent cannot stop it, and endless work
 * never learns that the channel closed.
 */
function endWithParent(): void {
  const look = `
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), ${LOOK_EVERY_MS});
  `;
  new Worker(look, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}
