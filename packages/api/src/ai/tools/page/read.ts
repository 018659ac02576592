import { Worker } from 'node:worker_threads';
import { ToolError } from '../types.ts';
import type { ReadablePage } from './markdown.ts';

const TIME_MS = 8_000;
const MEMORY_MB = 256;
const STACK_MB = 16;

/**
 * Turns HTML into Markdown in a worker with bounded time, memory and stack.
 * @throws ToolError when the page is more than that; the abort's reason when stopped.
 */
export function readHtml(html: string, base: string, signal: AbortSignal): Promise<ReadablePage> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { html, base },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: STACK_MB },
      // Inherited flags of the parent (inspectors, test runners) have no place in there.
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      void worker.terminate();
      settle();
    };
    const tooMuch = () => end(() => reject(new ToolError('The page is too complicated to read.')));
    const stop = () => end(() => reject(signal.reason));
    const timer = setTimeout(tooMuch, TIME_MS);
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', (page: ReadablePage) => end(() => resolve(page)));
    worker.once('error', tooMuch);
    worker.once('exit', tooMuch);
  });
}
