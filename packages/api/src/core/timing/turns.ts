/** Port to the engine that runs assistants; `ai/turn` implements it. */
export interface Turns {
  /** Takes over a turn whose row this process has just committed as its owner. Returns immediately. */
  start(turnId: string): void;
  /**
   * Makes a channel's first queued message its newest and answers it, unless a turn is running. Returns
   * immediately.
   */
  takeNext(channelId: string): void;
  /**
   * Requests the stop of a turn in any process. It is identified by itself: its channel may have started
   * another by the time this arrives.
   */
  requestStop(turnId: string): void;
  /**
   * Stops this process's turns: new ones are handed over to other processes, running ones may finish within
   * `graceMs` milliseconds, and the rest is interrupted.
   * @returns once every turn is saved
   */
  drain(options?: { graceMs?: number }): Promise<Drained>;
  /** Answers that are being written in this process. */
  runningCount(): number;
}

/** Outcome of the answers running when a process was told to stop. */
export interface Drained {
  finished: number;
  interrupted: number;
}
