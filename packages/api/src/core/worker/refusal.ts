import type { ErrorKey } from '@tandem/shared/error/catalogue';

/** Parameters of a refusal's sentence. */
export type RefusalParams = Record<string, string | number>;

/**
 * Thrown in a worker for input that it judged and does not accept. The caller gets an `AppError` with the same key.
 * Workers do not import `AppError` itself, because that would load tRPC into every child process.
 */
export class WorkerRefusal extends Error {
  readonly key: ErrorKey;
  readonly params: RefusalParams;

  constructor(key: ErrorKey, params: RefusalParams = {}) {
    super(key);
    this.name = 'WorkerRefusal';
    this.key = key;
    this.params = params;
  }
}
