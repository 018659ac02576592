import type { Reading } from './reading.ts';

export interface PlannedCall {
  tool: string;
  input: Record<string, string>;
}

/** What the model does: speak, with a picture of what `picture` says if it is there, or call tools first. */
export type Reply = { text: string; picture?: string } | { calls: PlannedCall[] };

/** One thing this model can do. The first intent of the list that replies is the answer. */
export interface Intent {
  name: string;
  /** Null when the question is not about this. */
  reply(reading: Reading): Reply | null;
}
