/** Something that waits until so many changes are stored. */
interface Waiting {
  made: number;
  go(isStored: boolean): void;
}

/** How many changes were made in a document here, how many of them are stored, and what waits for that. */
export class Progress {
  private madeCount = 0;
  private storedCount = 0;
  private waiting: Waiting[] = [];
  private isOver = false;

  /** Changes that were made here, those included which are yet to be handed over to be stored. */
  get made(): number {
    return this.madeCount;
  }

  /** Those of them, from the first on, that are stored. */
  get stored(): number {
    return this.storedCount;
  }

  noteMade(): void {
    this.madeCount += 1;
  }

  /** Notes that the next so many are stored. */
  noteStored(count: number): void {
    this.storedCount += count;
    this.release();
  }

  /**
   * Runs `go` once everything that was made up to now is stored, at once where it is, in the order of the calls.
   * @param go told whether it is; it never will be where the document was given up
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

  /** Nothing more is waited for. */
  giveUp(): void {
    this.isOver = true;
    for (const { go } of this.waiting.splice(0)) go(false);
  }

  private release(): void {
    const next = this.waiting.findIndex(({ made }) => made > this.storedCount);
    for (const { go } of this.waiting.splice(0, next < 0 ? this.waiting.length : next)) go(true);
  }
}
