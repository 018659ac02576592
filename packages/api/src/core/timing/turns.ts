/** Port to the engine that runs assistants; `ai/turn` implements it. */
export interface Turns {
  /** Takes over a turn whose row this process has just committed as its owner. Returns at once. */
  start(turnId: string): void;
  /** Makes a channel's next waiting message its newest and answers it, if nothing runs there. Returns at once. */
  takeNext(channelId: string): void;
  /**
   * Asks a turn to stop, wherever it runs. It is named itself: by the time this arrives its channel may have moved on
   * to the next.
   */
  requestStop(turnId: string): void;
  /**
   * Ends this process's part: turns that would begin are handed over to other processes, those that run have
   * `graceMs` milliseconds to end by themselves, and what is left then is interrupted.
   * @returns once every turn is saved
   */
  drain(options?: { graceMs?: number }): Promise<Drained>;
  /** Answers that are being written in this process. */
  runningCount(): number;
}

/** What became of the answers that a process was writing when it was told to end. */
export interface Drained {
  finished: number;
  interrupted: number;
}
