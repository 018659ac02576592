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
  /** Ends or hands over what runs here; resolves when every turn is saved. */
  drain(): Promise<void>;
}
