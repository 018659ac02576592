import { steadyMs } from '../../core/timing/steady.ts';

/** Milliseconds that an overlong operation is remembered. */
const REMEMBER_MS = 60 * 60_000;
/** Most that is remembered. */
const MAX_REMEMBERED = 10_000;

interface Strikes {
  count: number;
  until: number;
}

/** Editors and documents that stopped the document thread lately, in this process. */
export class Suspicions {
  private readonly strikes = new Map<string, Strikes>();

  /** Records that a person's change of a document took too long. */
  noteChange(documentId: string, userId: number): void {
    this.note(`${documentId} ${userId}`);
  }

  /** Records that loading a document took too long. */
  noteLoad(documentId: string): void {
    this.note(documentId);
  }

  /** Number of a person's next changes of a document to try first: ten times as many after each incident. */
  triesOf(documentId: string, userId: number): number {
    const count = this.countOf(`${documentId} ${userId}`);
    return count === 0 ? 0 : 10 ** Math.min(count, 6);
  }

  /** Whether a document is tried before it is loaded. */
  isLoadTried(documentId: string): boolean {
    return this.countOf(documentId) > 0;
  }

  private countOf(key: string): number {
    const found = this.strikes.get(key);
    return found && found.until > steadyMs() ? found.count : 0;
  }

  private note(key: string): void {
    const count = this.countOf(key) + 1;
    this.strikes.delete(key);
    this.strikes.set(key, { count, until: steadyMs() + REMEMBER_MS });
    const [oldest] = this.strikes.keys();
    if (this.strikes.size > MAX_REMEMBERED && oldest !== undefined) this.strikes.delete(oldest);
  }
}
