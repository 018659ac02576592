import { AppError } from '../errors.ts';

/** The error for a window that ends in `endsInMs`. */
export function refusal(key: 'tooManyRequests' | 'tooManyCodes', endsInMs: number): AppError {
  return key === 'tooManyCodes'
    ? new AppError(key, { minutes: Math.max(1, Math.ceil(endsInMs / 60_000)) })
    : new AppError(key, { seconds: Math.max(1, Math.ceil(endsInMs / 1_000)) });
}
