import type { Part } from '@tandem/shared/message/parts';

/** A message as the model will read it, oldest first in a list. */
export interface ContextMessage {
  role: 'user' | 'assistant';
  parts: Part[];
}

export interface FitInput<M extends ContextMessage> {
  /** Active path, oldest first, without the messages covered by `summary`; the last is the question. */
  messages: readonly M[];
  /** The model's `contextWindow`, in tokens. */
  limit: number;
  /** System instructions sent with the request. */
  instructions?: string;
  /** Summary of still older messages. */
  summary?: string | null;
  /** Names, descriptions and schemas of the tools sent along, as JSON-able values. */
  tools?: readonly unknown[];
  /** Tokens to leave for the answer; default a quarter of the limit, at most 4,096. */
  answer?: number;
}

export interface FitResult<M extends ContextMessage> {
  /** Send these: a tail of the input, the question always among them, over-long parts shortened in a copy. */
  messages: M[];
  /**
   * The oldest messages that do not fit. When not empty, summarise these (with the old summary) and store the
   * result.
   */
  summarise: M[];
  /** The instructions to send, shortened only if they alone would leave no space for the conversation. */
  instructions: string;
  /** The old summary to send, shortened if necessary; null when there is none or a new one is due. */
  summary: string | null;
  /** Estimated tokens of the request as planned, with a full-sized summary where one is due. */
  estimate: number;
  /** Tokens the summary may take; 0 when none is due. */
  summaryTokens: number;
  /** Tokens left for the answer, by estimate. */
  answerTokens: number;
  /** Whether any part was shortened. */
  shortened: boolean;
}
