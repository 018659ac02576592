import type { PartChange } from '../message/parts.ts';
import type { MessageError } from '../message/schema.ts';

/** How an answer ended that a model gave to one person, outside of any conversation. */
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

/** What such an answer tells as it goes: it grows by changes of parts, then ends. */
export type CompletionEvent =
  | { type: 'began'; model: { id: string; name: string } }
  | { type: 'grew'; changes: PartChange[] }
  | ({ type: 'ended' } & CompletionEnd);
