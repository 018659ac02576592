import type { Db } from '@tandem/db';

/**
 * A tool's result that takes effect only in the transaction which stores it, so that a killed server leaves either both
 * or neither. A tool that has no other effect may run again.
 */
export class Deferred<Value = unknown> {
  /** What the model reads. */
  readonly value: Value;
  /**
   * Writes the effect.
   * @throws ToolError with a sentence when it is not possible any more: it becomes the call's end
   */
  readonly commit: (tx: Db) => Promise<void>;

  constructor(value: Value, commit: (tx: Db) => Promise<void>) {
    this.value = value;
    this.commit = commit;
  }
}
