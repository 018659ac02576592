import { fork } from 'node:child_process';

export interface IsolatedOptions {
  timeMs: number;
  memoryMb: number;
  /** Ends the work early. */
  signal?: AbortSignal;
  /** What is thrown when it took more than it may, or ended without an answer. */
  tooMuch(): Error;
}

/**
 * Has a module work on one message in a process of its own, where endless or deep input can be killed: it may read
 * files, but write nothing and start nothing, and knows nothing that this server was started with. The module answers
 * its first `message` by `process.send`.
 * @param file path of the module
 * @throws what `tooMuch` makes; the signal's reason
 */
export function runIsolated<Answer>(
  file: string,
  input: object,
  { timeMs, memoryMb, signal, tooMuch }: IsolatedOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // It was stopped while it waited.
    if (signal?.aborted) return reject(signal.reason);
    const child = fork(file, {
      execArgv: [
        `--max-old-space-size=${memoryMb}`,
        '--permission',
        '--allow-fs-read=*',
        '--disable-warning=SecurityWarning',
      ],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      child.removeAllListeners();
      // A failure to reach a process that has already ended is no failure.
      child.on('error', () => {});
      // The next one starts when this is gone, and not before.
      if (child.kill('SIGKILL')) child.once('exit', settle);
      else settle();
    };
    const fail = () => end(() => reject(tooMuch()));
    const stop = () => end(() => reject(signal?.reason));
    const timer = setTimeout(fail, timeMs);
    signal?.addEventListener('abort', stop, { once: true });
    child.once('message', (answer) => end(() => resolve(answer as Answer)));
    child.once('error', fail);
    child.once('exit', fail);
    child.send(input, (error) => error && fail());
  });
}
