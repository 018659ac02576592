/**
 * Does the same work once for many who ask for it at about the same time. Whoever asks while it is being done shares
 * the next turn with the others that wait, so that a result is never older than the question.
 */
export class SharedWork<T> {
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly waiting = new Map<string, Promise<T>>();

  /** @param key says what is the same work */
  do(key: string, work: () => Promise<T>): Promise<T> {
    const shared = this.waiting.get(key);
    if (shared) return shared;
    const before = this.running.get(key);
    if (!before) return this.start(key, work);
    const next = before.then(() => {
      this.waiting.delete(key);
      return this.start(key, work);
    });
    this.waiting.set(key, next);
    return next;
  }

  private start(key: string, work: () => Promise<T>): Promise<T> {
    const result = work();
    const done = result.then(
      () => {},
      () => {},
    );
    const running = done.then(() => {
      if (this.running.get(key) === running) this.running.delete(key);
    });
    this.running.set(key, running);
    return result;
  }
}
