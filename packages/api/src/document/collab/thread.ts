import { Worker } from 'node:worker_threads';
import type { Logger } from '../../core/log.ts';
import { Label, type Work } from './thread/label.ts';
import type { FromThread, ThreadLimits, ThreadStart, ToThread } from './thread/messages.ts';
import { watchThread } from './watchdog.ts';

const ENTRY = new URL('./thread/entry.ts', import.meta.url);

/** Megabytes of V8's young generation. */
const YOUNG_MB = 16;

/** Events of a thread. */
interface ThreadListener {
  onMessage(message: FromThread): void;
  /**
   * It hung, or ended unexpectedly.
   * @param work its last work; null when unknown
   */
  onEnd(work: Work | null, why: string): void;
}

/** The thread in which documents are open, while it runs. */
export class DocumentThread {
  private readonly worker: Worker;
  private readonly label = new Label();
  private isOver = false;
  private endWatch: () => void = () => {};

  constructor(limits: ThreadLimits, log: Logger, { onMessage, onEnd }: ThreadListener) {
    const workerData: ThreadStart = { label: this.label.memory, limits };
    this.worker = new Worker(ENTRY, {
      workerData,
      // It needs nothing of this process's environment.
      env: {},
      execArgv: [],
      // With a larger young generation, V8 may exceed its limit by more than it can end a single thread for,
      // and ends the process.
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const end = (why: string) => {
      if (this.isOver) return;
      const { work } = this.label;
      log.error({ ...work, why }, 'the thread that holds open documents is started again');
      void this.terminate();
      onEnd(work, why);
    };
    this.worker.on('message', (message: FromThread) => {
      if (this.isOver) return;
      // Until then it reads its own code, for as long as that takes here.
      if (message.type === 'ready')
        this.endWatch = watchThread(this.worker, this.label, () => end('it hung'));
      else onMessage(message);
    });
    this.worker.on('error', (err: NodeJS.ErrnoException) => end(err.code ?? String(err)));
    this.worker.on('exit', (code) => end(`it ended with ${code}`));
    this.worker.unref();
  }

  /** Transfers bytes without copying: the sender no longer has them. */
  tell(message: ToThread): void {
    if (this.isOver) return;
    this.worker.postMessage(message, message.type === 'frame' ? [message.data.buffer as ArrayBuffer] : []);
  }

  /** Ends it, in the midst of whatever it does. */
  async terminate(): Promise<void> {
    this.isOver = true;
    this.endWatch();
    await this.worker.terminate();
  }
}
