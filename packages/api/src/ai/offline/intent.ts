import type { Reading } from './reading.ts';

export interface PlannedCall {
  tool: string;
  input: Record<string, unknown>;
}

/** The model's reply: text, with a picture of `picture` if set, or tool calls. */
export type Reply = { text: string; picture?: string } | { calls: PlannedCall[] };

/** One skill of this model. The first intent of the list that replies gives the answer. */
export interface Intent {
  name: string;
  /** Null when the question is not about this. */
  reply(reading: Reading): Reply | null;
}
