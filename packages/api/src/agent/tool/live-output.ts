import type { CommandResult } from '../../ai/tools/agent/types.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { lastPart } from './bounded-text.ts';

/** Characters of each stream that are shown while a command runs, and milliseconds between two showings. */
const MAX_SHOWN = 4_000;
const EVERY_MS = 250;

type Output = Pick<CommandResult, 'stdout' | 'stderr'>;

/** Shows the end of what a command has put out so far, not too often. */
export class LiveOutput {
  private readonly show: ((output: Output) => void) | undefined;
  private readonly output: Output = { stdout: '', stderr: '' };
  private timer: NodeJS.Timeout | undefined;
  private shownAt = -EVERY_MS;

  /** @param show absent where nobody watches */
  constructor(show: ((output: Output) => void) | undefined) {
    this.show = show;
  }

  add({ stream, text }: { stream: keyof Output; text: string }): void {
    if (!this.show) return;
    this.output[stream] = lastPart(this.output[stream] + text, MAX_SHOWN);
    this.timer ??= setTimeout(() => this.tell(), Math.max(0, this.shownAt + EVERY_MS - steadyMs()));
  }

  /** Shows no more. */
  end(): void {
    clearTimeout(this.timer);
  }

  private tell(): void {
    this.timer = undefined;
    this.shownAt = steadyMs();
    this.show?.({ ...this.output });
  }
}
