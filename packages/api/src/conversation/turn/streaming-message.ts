import type { Part, PartChange } from '@tandem/shared/message/parts';
import { gatherMs } from '../../core/timing/event-loop-turn.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { PartReducer, type StreamPart } from './reducer.ts';

/**
 * A message that grows: its parts, and the numbered deltas that watchers get. `parts` and `n` agree only right
 * after `flush`.
 */
export class StreamingMessage {
  /** Deltas contained in `parts`. */
  n: number;
  private readonly reducer: PartReducer;
  private readonly onDelta: (n: number, changes: PartChange[]) => void;
  private pending: PartChange[] = [];
  private timer: NodeJS.Timeout | null = null;
  private flushedAt = 0;

  constructor(
    start: { parts: readonly Part[]; n: number },
    onDelta: (n: number, changes: PartChange[]) => void,
  ) {
    this.reducer = new PartReducer(start.parts);
    this.n = start.n;
    this.onDelta = onDelta;
  }

  get parts(): readonly Part[] {
    return this.reducer.parts;
  }

  /** Total characters of its text. */
  get characters(): number {
    return this.reducer.characters;
  }

  /** @returns whether anything changed */
  take(part: StreamPart): boolean {
    return this.add(this.reducer.reduce(part));
  }

  reopenStep(): void {
    this.reducer.reopenStep();
  }

  label(...labels: Parameters<PartReducer['label']>): void {
    this.reducer.label(...labels);
  }

  tell(...change: Parameters<PartReducer['tell']>): void {
    this.add(this.reducer.tell(...change));
  }

  push(part: Part): void {
    this.add(this.reducer.push(part));
  }

  rewrite(...change: Parameters<PartReducer['rewrite']>): void {
    this.add(this.reducer.rewrite(...change));
  }

  settle(reason: string): void {
    this.add(this.reducer.settle(reason));
    this.flush();
  }

  /** Sends the pending changes as the next delta. */
  flush(): void {
    this.close()();
  }

  /**
   * Makes the pending changes the next delta, and keeps it until it is sent.
   * @returns sends it
   */
  close(): () => void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.pending.length === 0) return () => {};
    const changes = this.pending;
    this.pending = [];
    this.flushedAt = steadyMs();
    this.n += 1;
    const { n } = this;
    return () => this.onDelta(n, changes);
  }

  private add(changes: PartChange[]): boolean {
    for (const change of changes) {
      const last = this.pending.at(-1);
      if (change.op === 'append' && last?.op === 'append' && last.index === change.index)
        this.pending[this.pending.length - 1] = { ...last, text: last.text + change.text };
      else this.pending.push(change);
    }
    // After a pause the first words are sent immediately; only those that follow closely are batched.
    const wait = Math.max(0, this.flushedAt + gatherMs() - steadyMs());
    if (this.pending.length > 0) this.timer ??= setTimeout(() => this.flush(), wait);
    return changes.length > 0;
  }
}
