/**
 * A mistake that whoever runs the installation can mend. `message` is the sentence for them, which names the setting
 * and says what to do; the cause, if there is one, is for debugging.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';

  constructor(sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
  }
}
