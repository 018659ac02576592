import type { Db } from '@tandem/db';

/** The call whose result is stored. */
export interface StoredResult {
  turnId: string;
  step: number;
  toolCallId: string;
}

/**
 * A tool's result that takes effect only in the transaction which stores it, so that a killed server leaves either both
 * or neither. A tool that has no other effect may run again.
 */
export class Deferred<Value = unknown> {
  /** What the model reads, if nothing interferes. */
  readonly value: Value;
  /**
   * Writes the effect.
   * @returns what the model reads: `value`, unless the effect was another than expected
   * @throws ToolError with a sentence when it is not possible any more: it becomes the call's end
   */
  readonly commit: (tx: Db, call: StoredResult) => Promise<Value>;

  constructor(value: Value, commit: (tx: Db, call: StoredResult) => Promise<Value>) {
    this.value = value;
    this.commit = commit;
  }

  /** The same effect, with what the model reads converted, such as bounded. */
  map<To>(convert: (value: Value) => To): Deferred<To> {
    return new Deferred(convert(this.value), async (tx, call) => convert(await this.commit(tx, call)));
  }
}
