import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { usualVectors } from '../../../../../../tests/fakes/provider/vectors.ts';
import { classifyProviderError } from '../../errors/classify.ts';
import { KEY, type WireStage, wireStage } from '../testing.ts';
import { withPrefix } from './prefixes.ts';
import type { EmbeddingPurpose } from './types.ts';

let stage: WireStage;

beforeAll(async () => {
  stage = await wireStage();
});
afterEach(() => {
  stage.fake.requests.length = 0;
  Object.assign(stage.fake.vectors, usualVectors());
});
afterAll(() => stage.close());

type Kind = Parameters<WireStage['connection']>[0];

const embed = (
  kind: Kind,
  texts: readonly string[],
  { model = 'fake-embedding', purpose = 'passage', timeoutMs = 10_000 } = {} as {
    model?: string;
    purpose?: EmbeddingPurpose;
    timeoutMs?: number;
  },
) =>
  stage.models
    .embeddingModel(stage.connection(kind), model)
    .embed({ texts, purpose, signal: AbortSignal.timeout(timeoutMs) });
const rerank = (kind: Kind, query: string, texts: readonly string[]) =>
  stage.models
    .reranker(stage.connection(kind), 'fake-rerank')
    .rerank({ query, texts, signal: AbortSignal.timeout(10_000) });

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return classifyProviderError(await promise.then(() => null).catch((error: unknown) => error), [KEY]);
}

describe.each(['openai', 'openai-compatible', 'google', 'ollama'] as const)('%s', (kind) => {
  it('embeds texts in order, with the key where it belongs', async () => {
    const { vectors, tokens } = await embed(kind, ['a red car', 'a blue boat', 'an automobile, red']);
    expect(vectors.map(({ length }) => length)).toEqual([64, 64, 64]);
    const [car, boat, automobile] = vectors as [Float32Array, Float32Array, Float32Array];
    const product = (a: Float32Array, b: Float32Array) =>
      a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
    expect(product(car, automobile)).toBeGreaterThan(product(car, boat));
    expect(tokens).toEqual(kind === 'google' ? null : expect.any(Number));
    const [request] = stage.fake.requests;
    expect(JSON.stringify(request?.headers)).toContain(KEY);
    expect(request?.path).not.toContain(KEY);
  });

  it('embeds one text alone', async () => {
    expect((await embed(kind, ['a red car'], { purpose: 'query' })).vectors).toHaveLength(1);
  });

  it('fails in the provider’s own words, without the key', async () => {
    stage.fake.vectors.trouble = '401';
    const failure = await failureOf(embed(kind, ['one', 'two']));
    expect(failure).toMatchObject({
      key: 'provider.unauthorised',
      detail: expect.stringContaining('Incorrect'),
    });
    stage.fake.vectors.trouble = 'context';
    expect(await failureOf(embed(kind, ['one', 'two']))).toMatchObject({ key: 'provider.contextTooLong' });
  });

  it('waits no longer than it is told to', async () => {
    stage.fake.vectors.trouble = 'hang';
    expect(await failureOf(embed(kind, ['one'], { timeoutMs: 100 }))).toMatchObject({ retryable: true });
  });
});

it('says what a text is embedded for where the service asks', async () => {
  await embed('google', ['one', 'two']);
  await embed('google', ['one'], { purpose: 'query' });
  const [batch, single] = stage.fake.requests;
  expect(JSON.stringify(batch?.body)).toContain('RETRIEVAL_DOCUMENT');
  expect(single?.body).toMatchObject({ taskType: 'RETRIEVAL_QUERY' });
  await embed('ollama', ['one'], { model: 'nomic-embed-text:latest', purpose: 'query' });
  expect(stage.fake.requests.at(-1)?.body).toMatchObject({ input: ['search_query: one'] });
  expect(withPrefix('intfloat/multilingual-e5-large', 'passage', 'one')).toBe('passage: one');
  expect(withPrefix('text-embedding-3-small', 'query', 'one')).toBe('one');
});

it.each(['openai', 'openai-compatible'] as const)('reranks texts by %s', async (kind) => {
  const { scores, tokens } = await rerank(kind, 'red cars', ['a blue boat', 'a red vehicle', 'red']);
  expect([...scores].map(([index]) => index)).toEqual([1, 2, 0]);
  expect(scores.get(1)).toBe(1);
  expect(tokens).toBeGreaterThan(0);
  const [request] = stage.fake.requests;
  expect(request).toMatchObject({
    method: 'POST',
    path: '/v1/rerank',
    body: { model: 'fake-rerank', top_n: 3 },
  });
  expect(JSON.stringify(request?.headers)).toContain(KEY);
  stage.fake.vectors.trouble = '429';
  expect(await failureOf(rerank(kind, 'red', ['red', 'blue']))).toMatchObject({
    key: 'provider.rateLimited',
    retryAfter: 2,
  });
});

it('has no such models where a service has none', () => {
  expect(() => stage.models.embeddingModel(stage.connection('anthropic'), 'x')).toThrow('noModel');
  expect(() => stage.models.reranker(stage.connection('google'), 'x')).toThrow('noModel');
});
