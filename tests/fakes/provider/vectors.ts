import type { ServerResponse } from 'node:http';
import { isObject, type JsonObject, objects, text } from './json.ts';
import { type Plan, planFor } from './plan.ts';
import { isAnswered, sendJson } from './precede.ts';
import type { Wire } from './wire/wire.ts';

/** A request for vectors, or for a judgement of texts, freed of its wire protocol. */
export interface VectorRequest {
  protocol: 'openai' | 'google-one' | 'google-batch' | 'ollama' | 'rerank';
  model: string;
  texts: string[];
  /** The question that texts are judged by; empty when they are embedded. */
  query: string;
}

/** How the fake answers such requests; a test may change it. */
export interface VectorBehaviour {
  /** A directive of failure, such as `503` or `hang`, for all of them; null for none. */
  trouble: string | null;
  /** Requests that succeed before the trouble begins. */
  untroubled: number;
  /** Numbers of a vector. */
  dimensions: number;
  /** Characters that one request may have in all. */
  maxCharacters: number;
}

export const usualVectors = (): VectorBehaviour => ({
  trouble: null,
  untroubled: 0,
  dimensions: 64,
  maxCharacters: Number.POSITIVE_INFINITY,
});

/** Words that mean the same. */
const synonyms: Record<string, string> = { automobile: 'car', vehicle: 'car', auto: 'car', sedan: 'car' };

const strings = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(text) : [];

/** The request for vectors or a judgement in a call; null for every other call. */
export function vectorRequest(path: string, body: JsonObject): VectorRequest | null {
  const model = text(body.model);
  if (/^(?:\/v1)?\/embeddings$/.test(path))
    return { protocol: 'openai', model, texts: strings(body.input), query: '' };
  if (/^(?:\/v1)?\/rerank$/.test(path))
    return { protocol: 'rerank', model, texts: strings(body.documents), query: text(body.query) };
  if (path === '/api/embed') return { protocol: 'ollama', model, texts: strings(body.input), query: '' };
  const [, name = '', verb] =
    /^\/v1beta\/models\/([^/]+):(embedContent|batchEmbedContents)$/.exec(path) ?? [];
  if (verb === 'embedContent')
    return { protocol: 'google-one', model: name, texts: [contentOf(body)], query: '' };
  if (verb !== 'batchEmbedContents') return null;
  return { protocol: 'google-batch', model: name, texts: objects(body.requests).map(contentOf), query: '' };
}

function contentOf(request: JsonObject): string {
  const parts = isObject(request.content) ? objects(request.content.parts) : [];
  return parts.map((part) => text(part.text)).join('');
}

/** Answers with vectors in which words count, and the same for all words of one meaning; or with such a judgement. */
export async function answerVectors(
  request: VectorRequest,
  behaviour: VectorBehaviour,
  attempt: number,
  response: ServerResponse,
  wire: Wire,
): Promise<void> {
  const { model, texts } = request;
  const { dimensions, maxCharacters } = behaviour;
  const trouble = behaviour.untroubled > 0 ? null : behaviour.trouble;
  behaviour.untroubled = Math.max(0, behaviour.untroubled - 1);
  const characters = texts.join('').length;
  const isTooLong = characters > maxCharacters;
  const plan: Plan = planFor(
    {
      ...{ model: isTooLong ? 'fake-context' : trouble === null ? model : `fake-${trouble}`, user: '' },
      ...{ instructions: '', stream: false, images: 0, messages: 1, tools: [], results: [], characters },
    },
    { delayMs: 0 },
    attempt,
  );
  if (!(await isAnswered(plan, response, wire))) return;
  sendJson(response, 200, bodies[request.protocol](request, dimensions));
}

const bodies: Record<VectorRequest['protocol'], (request: VectorRequest, dimensions: number) => JsonObject> =
  {
    openai: ({ model, texts }, dimensions) => ({
      object: 'list',
      model,
      data: texts.map((each, index) => ({
        object: 'embedding',
        index,
        embedding: vectorOf(each, dimensions),
      })),
      usage: { prompt_tokens: tokensOf(texts), total_tokens: tokensOf(texts) },
    }),
    'google-one': ({ texts }, dimensions) => ({
      embedding: { values: vectorOf(texts[0] ?? '', dimensions) },
    }),
    'google-batch': ({ texts }, dimensions) => ({
      embeddings: texts.map((each) => ({ values: vectorOf(each, dimensions) })),
    }),
    ollama: ({ model, texts }, dimensions) => ({
      model,
      embeddings: texts.map((each) => vectorOf(each, dimensions)),
      total_duration: 1_000_000,
      load_duration: 1_000,
      prompt_eval_count: tokensOf(texts),
    }),
    rerank: ({ model, texts, query }) => ({
      id: 'rerank-1',
      model,
      results: texts
        .map((each, index) => ({ index, relevance_score: likeness(query, each) }))
        .sort((a, b) => b.relevance_score - a.relevance_score),
      usage: { total_tokens: tokensOf(texts) },
    }),
  };

const tokensOf = (texts: readonly string[]) => Math.ceil(texts.join('').length / 4);

function meanings(words: string): string[] {
  const found = words.toLowerCase().match(/\p{L}+/gu) ?? [];
  return found.map((word) => word.replace(/s$/, '')).map((word) => synonyms[word] ?? word);
}

function vectorOf(words: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const meaning of meanings(words)) {
    let state = 2_166_136_261;
    for (const character of meaning) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
    for (let at = 0; at < dimensions; at += 1) {
      state = Math.imul(state ^ at, 16_777_619);
      vector[at] = (vector[at] as number) + ((state >>> 16) & 1 ? 1 : -1);
    }
  }
  return vector;
}

/** The share of the query's meanings that a text has. */
function likeness(query: string, words: string): number {
  const wanted = meanings(query);
  const there = new Set(meanings(words));
  return wanted.filter((meaning) => there.has(meaning)).length / Math.max(1, wanted.length);
}
