import { Worker } from 'node:worker_threads';
import type { Logger } from '../../../core/log.ts';
import type { Ranked } from '../rank.ts';
import type {
  FromRanker,
  MatchRequest,
  RankAnswer,
  RankerQuestion,
  RankRequest,
  ToRanker,
} from './messages.ts';

const ENTRY = new URL('./thread/entry.ts', import.meta.url);

/** Megabytes of V8's heap, which holds words; their postings are outside of it. */
const HEAP_MB = 1_024;

/** Thrown to those who wait for a thread that ended. */
export class RankerEnded extends Error {
  override name = 'RankerEnded';
}

/** The thread that holds what is searched and ranks it, so that the server's own thread goes on meanwhile. */
export class RankerThread {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, PromiseWithResolvers<RankAnswer | Ranked[]>>();
  private last = 0;

  /** @param onEnd called when it ended unexpectedly, with everything it held */
  constructor(log: Logger, onEnd: () => void) {
    this.worker = new Worker(ENTRY, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    let isOver = false;
    const end = (err: unknown) => {
      if (isOver) return;
      isOver = true;
      log.error({ err }, 'the thread that searches datasets is started again');
      onEnd();
      for (const { reject } of this.waiting.values())
        reject(new RankerEnded('the thread ended', { cause: err }));
      this.waiting.clear();
    };
    this.worker.on('message', (message: FromRanker) => this.answered(message));
    this.worker.on('error', end);
    this.worker.on('exit', (code) => end(new Error(`it ended with ${code}`)));
    this.worker.unref();
  }

  /** Transfers bytes without copying: the sender no longer has them. */
  tell(message: Exclude<ToRanker, RankerQuestion>): void {
    const bytes =
      message.type === 'index' ? message.postings : message.type === 'placed' ? message.vectors : null;
    this.worker.postMessage(message, bytes ? [bytes.buffer as ArrayBuffer] : []);
  }

  /** @throws RankerEnded */
  async rank(request: RankRequest): Promise<RankAnswer> {
    return (await this.ask({ type: 'rank', request })) as RankAnswer;
  }

  /** Ranks the passages that hold all of some words. @throws RankerEnded */
  async match(request: MatchRequest): Promise<Ranked[]> {
    return (await this.ask({ type: 'match', request })) as Ranked[];
  }

  private ask(question: RankerQuestion): Promise<RankAnswer | Ranked[]> {
    this.last += 1;
    const answer = Promise.withResolvers<RankAnswer | Ranked[]>();
    this.waiting.set(this.last, answer);
    // Lets a process that has nothing else to do wait for the answer.
    this.worker.ref();
    this.worker.postMessage({ ...question, id: this.last } satisfies ToRanker);
    return answer.promise;
  }

  private answered(message: FromRanker): void {
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (this.waiting.size === 0) this.worker.unref();
    if (message.type === 'answered') waiting?.resolve(message.answer);
    else waiting?.reject(new Error(message.message));
  }
}
