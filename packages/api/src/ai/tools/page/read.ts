import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fastq from 'fastq';
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
  return new Promise((resolve, reject) => {
    // It was stopped while it waited.
    if (signal.aborted) return reject(signal.reason);
    const reader = fork(READER, {
      execArgv: [
        `--max-old-space-size=${MEMORY_MB}`,
        // It may write nothing, and start no other process.
        '--permission',
        '--allow-fs-read=*',
        '--disable-warning=SecurityWarning',
      ],
      // Nothing that the server was started with is for someone else's page to find.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      reader.removeAllListeners();
      // A failure to reach a process that has already ended is no failure.
      reader.on('error', () => {});
      // The next one starts when this is gone, and not before.
      if (reader.kill('SIGKILL')) reader.once('exit', settle);
      else settle();
    };
    const tooMuch = () => end(() => reject(new ToolError('The page is too complicated to read.')));
    const stop = () => end(() => reject(signal.reason));
    const timer = setTimeout(tooMuch, TIME_MS);
    signal.addEventListener('abort', stop, { once: true });
    reader.once('message', (page) => end(() => resolve(page as ReadablePage)));
    reader.once('error', tooMuch);
    reader.once('exit', tooMuch);
    reader.send({ html, base } satisfies PageToRead, (error) => error && tooMuch());
  });
}
