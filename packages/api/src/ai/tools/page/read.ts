import { fileURLToPath } from 'node:url';
import fastq from 'fastq';
import { runIsolated } from '../../../core/isolated.ts';
import { ToolError } from '../types.ts';
import type { ReadablePage } from './markdown.ts';

const TIME_MS = 8_000;
const MEMORY_MB = 256;
const READER = fileURLToPath(new URL('./reader.ts', import.meta.url));

/** What the reader process is sent: one page. */
export interface PageToRead {
  html: string;
  /** Address of the page, for its links. */
  base: string;
}

/** Processes that read pages at once: each is a Node of its own. */
const MAX_READERS = 2;

interface Job extends PageToRead {
  signal: AbortSignal;
}
const readers = fastq.promise(readInProcess, MAX_READERS);

/**
 * Turns HTML into Markdown in a process of its own, with bounded time and memory; few are read at once, the others
 * wait. A worker thread would be quicker to start, but V8 may end the whole process when a thread runs out of memory.
 * @throws ToolError when the page is more than that; the abort's reason when stopped.
 */
export async function readHtml(html: string, base: string, signal: AbortSignal): Promise<ReadablePage> {
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([readers.push({ html, base, signal }), stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function readInProcess({ html, base, signal }: Job): Promise<ReadablePage> {
  return runIsolated(READER, { html, base } satisfies PageToRead, {
    timeMs: TIME_MS,
    memoryMb: MEMORY_MB,
    signal,
    tooMuch: () => new ToolError('The page is too complicated to read.'),
  });
}
