import type { MessageError } from '@tandem/shared/message/schema';

/** Why an answer failed, as one of its readers is told: a person's own budget, and when it renews, are theirs alone. */
export function toldError(error: MessageError, readerId: number): MessageError {
  if (error.params?.scope !== 'user' || error.params.userId === readerId) return error;
  return { key: 'budgetOf.someone', retryable: error.retryable };
}
