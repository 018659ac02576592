import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
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

/**
 * Turns HTML into Markdown in a process of its own, with bounded time and memory. A worker thread would be
 * quicker to start, but V8 may end the whole process when a thread runs out of memory.
 * @throws ToolError when the page is more than that; the abort's reason when stopped.
 */
export function readHtml(html: string, base: string, signal: AbortSignal): Promise<ReadablePage> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
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
      reader.kill('SIGKILL');
      settle();
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
