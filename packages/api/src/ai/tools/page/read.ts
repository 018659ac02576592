import { defineWorker } from '../../../core/worker/define-worker.ts';
import { ToolError } from '../types.ts';
import type { ReadablePage } from './markdown.ts';

/** Input of the worker: one page. */
export interface PageToRead {
  html: string;
  /** Address of the page, for its links. */
  base: string;
}

const read = defineWorker<PageToRead, ReadablePage>({
  file: new URL('./read.worker.ts', import.meta.url),
  // Four times as long by the clock.
  timeMs: 2_000,
  memoryMb: 384,
  slowAtOnce: 0,
  tooMuch: () => new ToolError('The page is too complicated to read.'),
});

/** Each page waits for its own turn, in the order in which they came. */
let pages = 0;

/**
 * Converts HTML to Markdown in a child process, with bounded time and memory and few at once.
 * @throws ToolError when the page exceeds the bounds; the abort's reason when stopped.
 */
export function readHtml(html: string, base: string, signal: AbortSignal): Promise<ReadablePage> {
  pages += 1;
  return read({ html, base }, { owner: `page ${pages}`, signal });
}
