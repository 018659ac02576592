/** A callback waiting until this many changes are stored. */
interface Waiting {
  made: number;
  go(isStored: boolean): void;
}

/** Counts a document's local changes, those of them stored, and callbacks waiting for that. */
export class Progress {
  private madeCount = 0;
  private storedCount = 0;
  private waiting: Waiting[] = [];
  private isOver = false;

  /** Changes that were made here, those included which are yet to be handed over to be stored. */
  get made(): number {
    return this.madeCount;
  }

  /** Number of them stored, from the first on. */
  get stored(): number {
    return this.storedCount;
  }

  noteMade(): void {
    this.madeCount += 1;
  }

  /** Records that the next ones are stored. */
  noteStored(count: number): void {
    this.storedCount += count;
    this.release();
  }

  /**
   * Runs `go` once everything so far is stored, immediately if it is, in the order of the calls.
   * @param go gets false when the document was given up
   */
  onceStored(go: Waiting['go']): void {
    this.waiting.push({ made: this.madeCount, go });
    if (this.isOver) this.giveUp();
    else this.release();
  }

  /** Fulfilled once everything that was made up to now is stored, or never will be. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.onceStored(() => resolve()));
  }

  /** Cancels all waiting callbacks. */
  giveUp(): void {
    this.isOver = true;
    for (const { go } of this.waiting.splice(0)) go(false);
  }

  private release(): void {
    const next = this.waiting.findIndex(({ made }) => made > this.storedCount);
    for (const { go } of this.waiting.splice(0, next < 0 ? this.waiting.length : next)) go(true);
  }
}
