import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../json.ts';
import type { Ending, Plan, PlannedCall, Refusal } from '../plan.ts';
import type { Question } from '../question.ts';

/** The pieces of a streamed answer, in the words of one protocol. */
export interface Encoder {
  contentType: string;
  start(): string;
  reasoning(delta: string): string;
  text(delta: string): string;
  call(call: PlannedCall): string[];
  /** The regular end. */
  finish(reason: Extract<Ending, 'finish' | 'length' | 'filter'>): string;
  error(message: string): string;
}

/** One wire protocol: parses its requests and writes its responses. */
export interface Wire {
  name: 'openai' | 'anthropic' | 'google' | 'ollama';
  read(path: string, body: JsonObject): Question;
  encoder(question: Question, plan: Plan, body: JsonObject): Encoder;
  /** The whole answer at once. */
  whole(question: Question, plan: Plan): JsonObject;
  refusal(refusal: Refusal): JsonObject;
  /** The key a request carries, "" if none. */
  key(headers: IncomingHttpHeaders): string;
}

/** One server-sent event. */
export function event(data: unknown, name?: string): string {
  return `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
}

/** Cuts a text into pieces of at most `size` characters. */
export function pieces(value: string, size: number): string[] {
  return value.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
}
