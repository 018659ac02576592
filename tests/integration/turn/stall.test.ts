import { createModels } from '@tandem/api/ai/providers/models';
import { Meter } from '@tandem/api/conversation/turn/meter';
import type { StreamPart } from '@tandem/api/conversation/turn/reducer';
import { streamModel } from '@tandem/api/conversation/turn/step/stream-model';
import { createGuardedFetch } from '@tandem/api/core/fetch/guarded-fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../fakes/provider/server.ts';

let provider: FakeProvider;
const fetch = createGuardedFetch({ allowPrivateHosts: ['127.0.0.1'] });

beforeAll(async () => {
  provider = await startFakeProvider();
});
afterAll(async () => {
  await provider.close();
  await fetch.close();
});

async function ask(text: string, signal = new AbortController().signal) {
  const connection = {
    id: 'p',
    kind: 'openai-compatible',
    apiKey: null,
    apiHost: provider.url,
    keepAliveTime: 0,
  } as const;
  const parts: StreamPart[] = [];
  const meter = new Meter();
  const startedAt = Date.now();
  const end = await streamModel({
    model: createModels({ fetch }).languageModel(connection, 'fake-text'),
    instructions: '',
    messages: [{ role: 'user', content: text }],
    tools: {},
    signal,
    secrets: [],
    silence: { beforeFirstChunkMs: 600, betweenChunksMs: 300 },
    onPart(part) {
      parts.push(part);
      meter.take(part);
      return undefined;
    },
  });
  return { end, parts, consumed: meter.total, tookMs: Date.now() - startedAt };
}

it('a provider that falls silent in mid-answer times out, and its socket is closed', async () => {
  const { end, parts, tookMs } = await ask('[[stall]] Hello');
  expect(end.failure).toMatchObject({ key: 'provider.stalled', retryable: true });
  expect(parts.some(({ type }) => type === 'text-delta')).toBe(true);
  expect(tookMs).toBeLessThan(3_000);
  await expect.poll(() => provider.requests.at(-1)?.outcome).toBe('aborted');
});

it('one that never answers times out too', async () => {
  const { end, tookMs } = await ask('[[hang]] Hello');
  expect(end.failure).toMatchObject({ retryable: true });
  expect(tookMs).toBeLessThan(6_000);
});

it('one that is slow, but sends, is waited for', async () => {
  const { end, consumed } = await ask('[[tokens 8]] [[delay 150]] Hello');
  expect(end.failure).toBeNull();
  expect(consumed.outputTokens).toBe(8);
});

it('a stop before the start asks no provider', async () => {
  const before = provider.requests.length;
  const { parts } = await ask('Hello', AbortSignal.abort());
  expect(parts.filter(({ type }) => type === 'text-delta')).toEqual([]);
  expect(provider.requests.length).toBe(before);
});
