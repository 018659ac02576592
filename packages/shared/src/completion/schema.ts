import type { PartChange } from '../message/parts.ts';
import type { MessageError } from '../message/schema.ts';

/** How an answer to one person, outside of any conversation, ended. */
export interface CompletionEnd {
  status: 'done' | 'stopped' | 'failed';
  error: MessageError | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Milliseconds. */
  firstTokenMs: number | null;
  durationMs: number;
  /** Micro-credits; null where the model has no price. */
  cost: number | null;
}

/** Events of such an answer: changes of parts, then the end. */
export type CompletionEvent =
  | { type: 'began'; model: { id: string; name: string } }
  | { type: 'grew'; changes: PartChange[] }
  | ({ type: 'ended' } & CompletionEnd);
