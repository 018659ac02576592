import { type ChildOptions, WorkerChild } from './child.ts';

/**
 * A child process for the calls of one owner about some files, which it may read besides the code. It starts at once and
 * ends when it is closed; a call that finds it killed starts it again.
 */
export class OwnChild {
  private readonly options: ChildOptions;
  private child: WorkerChild;
  private isClosed = false;

  constructor(options: ChildOptions) {
    this.options = options;
    this.child = new WorkerChild(options);
  }

  /** Whether it has not ended. */
  get isAlive(): boolean {
    return this.child.isAlive;
  }

  /** Ends it if it does not start in time, so that it no longer counts as alive. */
  closeUnlessStarted(): void {
    const { child } = this;
    child.started.catch(() => child.kill());
  }

  /** The child for one call. @param niceness see `WorkerCall`; one that yields to others does so for the rest of its life */
  take(niceness: number): WorkerChild {
    if (this.isClosed) throw new Error('a child was used that had been closed');
    if (!this.child.isAlive) this.child = new WorkerChild(this.options);
    this.child.yieldTo(niceness);
    return this.child;
  }

  /** Ends it, with the call that is running. */
  close(): Promise<void> {
    this.isClosed = true;
    return this.child.kill();
  }
}
