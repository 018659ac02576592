import type { Generated, JSONColumnType } from 'kysely';

/** A request of a turn in which its model called tools. Another process continues after the last of them. */
export interface TurnStepTable {
  turnId: string;
  /** From 0. */
  index: number;
  /** The messages that the model wrote, in the form of the AI SDK. */
  messages: JSONColumnType<object[]>;
  /** Parts that the turn's message had before this request. */
  partCount: number;
  /** Of this request. */
  inputTokens: Generated<number>;
  outputTokens: Generated<number>;
  /** Milliseconds from this request to its end, without its calls. */
  durationMs: Generated<number>;
  createdAt: Generated<Date>;
}

/** A call of a step; without an end it waits for consent, or runs. */
export interface ToolCallTable {
  turnId: string;
  step: number;
  toolCallId: string;
  channelId: string;
  toolName: string;
  /** As lists of an assistant's tools name it; null unless it needs consent. Names can come to mean another tool. */
  toolKey: string | null;
  input: JSONColumnType<object>;
  /** JSON schema that a changed input has to fit; null unless it needs consent. */
  inputSchema: JSONColumnType<object> | null;
  /** Since when it waits for consent; null when it needs none. */
  askedAt: Date | null;
  decision: 'approved' | 'refused' | null;
  deciderId: number | null;
  /** The input it runs with, if the decider edited it. */
  decidedInput: JSONColumnType<object> | null;
  decidedAt: Date | null;
  /** Set before it runs where it must not run twice; without an end, its outcome is unknown. */
  startedAt: Date | null;
  /** Its result, wrapped: a result may be null. */
  output: JSONColumnType<{ value: unknown }> | null;
  /** The sentence with which it failed. */
  error: string | null;
  endedAt: Date | null;
}
