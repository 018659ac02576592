import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startFakeProvider } from '../../../../../tests/fakes/provider/server.ts';
import { createGuardedFetch } from '../../core/fetch/guarded-fetch.ts';
import { chooseModels, offlineProviderDraft, providersFromEnvironment } from './environment.ts';
import { describeModel, kindOfModel } from './families.ts';
import { kindOfOpenAiHost, normaliseApiHost } from './hosts.ts';
import { createModels } from './models.ts';
import { decryptSecret, encryptSecret, SecretUnreadable } from './secrets.ts';
import type { ModelDraft } from './types.ts';

const SECRET_KEY = 'k'.repeat(40);

describe('secrets', () => {
  const owner = { providerId: 'p1', apiHost: 'https://api.openai.com/v1' };

  test('open for the same provider and host', () => {
    const stored = encryptSecret(SECRET_KEY, owner, 'sk-密钥');
    expect(decryptSecret(SECRET_KEY, owner, stored)).toBe('sk-密钥');
    expect(stored.toString('latin1')).not.toContain('sk-');
    expect(encryptSecret(SECRET_KEY, owner, 'sk-密钥').equals(stored)).toBe(false);
    expect(decryptSecret(SECRET_KEY, { ...owner, apiHost: 'https://api.openai.com/v2' }, stored)).toBe(
      'sk-密钥',
    );
  });

  test('open for nothing else', () => {
    const stored = encryptSecret(SECRET_KEY, owner, 'sk-1');
    const refused = (key: string, change: Partial<typeof owner>, bytes: Uint8Array = stored) =>
      expect(() => decryptSecret(key, { ...owner, ...change }, bytes)).toThrow(SecretUnreadable);
    refused(SECRET_KEY, { providerId: 'p2' });
    refused(SECRET_KEY, { apiHost: 'https://evil.test/v1' });
    refused(SECRET_KEY, { apiHost: 'http://api.openai.com/v1' });
    refused(SECRET_KEY, { apiHost: 'https://api.openai.com:444/v1' });
    refused('x'.repeat(40), {});
    for (const index of [0, 1, 14, stored.length - 1]) {
      const damaged = Buffer.from(stored);
      damaged[index] = (damaged[index] ?? 0) ^ 1;
      refused(SECRET_KEY, {}, damaged);
    }
    refused(SECRET_KEY, {}, stored.subarray(0, 20));
    refused(SECRET_KEY, {}, new Uint8Array());
  });
});

describe('addresses', () => {
  test.each([
    ['openai', '', 'https://api.openai.com/v1'],
    ['openai', 'api.openai.com', 'https://api.openai.com/v1'],
    ['openai-compatible', 'https://openrouter.ai/api/v1/', 'https://openrouter.ai/api/v1'],
    ['openai-compatible', 'http://localhost:8000', 'http://localhost:8000/v1'],
    ['openai-compatible', 'localhost:8000/v1', 'http://localhost:8000/v1'],
    ['openai-compatible', '10.0.0.5:8000', 'http://10.0.0.5:8000/v1'],
    ['openai-compatible', 'models.example.com', 'https://models.example.com/v1'],
    ['openai-compatible', 'https://host.test/v1/chat/completions', 'https://host.test/v1'],
    ['openai-compatible', 'https://host.test/v1?key=x#y', 'https://host.test/v1'],
    ['anthropic', 'https://proxy.test/v1/messages', 'https://proxy.test/v1'],
    ['google', '', 'https://generativelanguage.googleapis.com/v1beta'],
    ['ollama', 'localhost:11434', 'http://localhost:11434/api'],
    ['ollama', 'http://gpu.lan:11434/v1', 'http://gpu.lan:11434/api'],
    ['ollama', '', 'http://127.0.0.1:11434/api'],
    ['ollama', 'https://ollama.com', 'https://ollama.com/api'],
    ['offline', 'anything', ''],
  ] as const)('%s %s → %s', (kind, text, expected) => {
    expect(normaliseApiHost(kind, text)).toBe(expected);
  });

  test.each(['ftp://host', 'file:///etc', 'https://user:pw@host/v1', 'http://', 'a b', ''])(
    'refuses %j',
    (text) => {
      expect(() => normaliseApiHost('openai-compatible', text)).toThrow(
        expect.objectContaining({ name: 'FetchRefused' }),
      );
    },
  );

  test('recognises the official host as OpenAI’s', () => {
    expect(kindOfOpenAiHost('https://api.openai.com/v1')).toBe('openai');
    expect(kindOfOpenAiHost('https://api.openai.com.evil.test/v1')).toBe('openai-compatible');
  });
});

describe('families', () => {
  test.each([
    ['gpt-4o-mini', 128_000, 'tv'],
    ['gpt-5-mini', 400_000, 'tvr'],
    ['gpt-4.1', 1_047_576, 'tv'],
    ['gpt-3.5-turbo', 16_385, 't'],
    ['o3-mini', 200_000, 'tr'],
    ['claude-sonnet-4-5', 200_000, 'tvr'],
    ['claude-3-haiku-20240307', 200_000, 'tv'],
    ['gemini-2.5-flash', 1_048_576, 'tvr'],
    ['deepseek-chat', 65_536, 't'],
    ['deepseek-ai/DeepSeek-R1', 65_536, 'r'],
    ['meta-llama/Llama-3.3-70B-Instruct', 131_072, 't'],
    ['mistral-large-latest', 131_072, 't'],
    ['Qwen/Qwen3-32B', 40_960, 'tr'],
    ['moonshot-v1-128k', 131_072, 't'],
    ['some-model-nobody-knows', 16_384, 't'],
  ])('%s', (modelId, contextWindow, can) => {
    expect(describeModel('openai-compatible', { modelId })).toMatchObject({
      contextWindow,
      kind: 'chat',
      abilities: { tools: can.includes('t'), vision: can.includes('v'), reasoning: can.includes('r') },
    });
  });

  test.each([
    ['dall-e-3', 'image'],
    ['gpt-image-1', 'image'],
    ['gemini-2.5-flash-image', 'image'],
    ['text-embedding-3-small', 'embedding'],
    ['nomic-embed-text', 'embedding'],
    ['whisper-1', 'transcription'],
    ['gpt-4o-transcribe', 'transcription'],
    ['tts-1', null],
    ['gpt-realtime', null],
    ['omni-moderation-latest', null],
    ['gpt-5-codex', null],
    ['gpt-5-pro', null],
    ['o1-pro', null],
    ['sora-2', null],
    ['gpt-3.5-turbo-instruct', null],
    ['mistralai/Mistral-7B-Instruct-v0.3', 'chat'],
    ['gemini-2.5-pro', 'chat'],
    ['gpt-4o', 'chat'],
    ['llama-guard3', null],
  ])('%s is %s', (modelId, kind) => expect(kindOfModel(modelId)).toBe(kind));

  test('prefers what the provider says to what the name suggests', () => {
    const draft = describeModel('openai-compatible', {
      modelId: 'gpt-4o',
      name: ' My model ',
      contextWindow: 5_000,
      abilities: { vision: false },
    });
    expect(draft).toMatchObject({
      name: 'My model',
      contextWindow: 5_000,
      abilities: { tools: true, vision: false },
    });
    expect(describeModel('ollama', { modelId: 'llama3.3:latest' })).toMatchObject({
      name: 'llama3.3',
      contextWindow: 8_192,
    });
    expect(describeModel('openai-compatible', { modelId: 'x', contextWindow: -5 })?.contextWindow).toBe(
      1_024,
    );
  });
});

describe('a first start', () => {
  const none = {
    openaiApiKey: null,
    openaiBaseUrl: null,
    anthropicApiKey: null,
    googleApiKey: null,
    ollamaUrl: null,
  };
  const silent = { discover: async () => [] };

  test('offers the built-in model when nothing is configured', async () => {
    expect(await providersFromEnvironment(none, silent)).toEqual([offlineProviderDraft()]);
    expect(offlineProviderDraft().models[0]).toMatchObject({ kind: 'chat', enabled: true });
  });

  test('creates providers with default models from keys when nobody answers', async () => {
    const drafts = await providersFromEnvironment(
      { ...none, openaiApiKey: 'a', anthropicApiKey: 'b', googleApiKey: 'c', ollamaUrl: 'localhost:11434' },
      silent,
    );
    expect(drafts.map(({ kind, apiHost, models }) => [kind, apiHost, models.length > 0])).toEqual([
      ['openai', 'https://api.openai.com/v1', true],
      ['anthropic', 'https://api.anthropic.com/v1', true],
      ['google', 'https://generativelanguage.googleapis.com/v1beta', true],
      ['ollama', 'http://localhost:11434/api', false],
      ['offline', '', true],
    ]);
    expect(drafts[0]).toMatchObject({ apiKey: 'a', name: 'OpenAI' });
  });

  test('reads the models of OPENAI_BASE_URL', async () => {
    const fake = await startFakeProvider();
    const fetcher = createGuardedFetch({ allowPrivateHosts: [fake.url] });
    const models = createModels({ fetch: fetcher });
    const [provider, offline] = await providersFromEnvironment({ ...none, openaiBaseUrl: fake.url }, models);
    expect(provider).toMatchObject({
      kind: 'openai-compatible',
      apiHost: fake.url,
      apiKey: null,
      name: new URL(fake.url).host,
    });
    expect(provider?.models.map(({ modelId }) => modelId)).toEqual([
      'fake-text',
      'fake-tool',
      'fake-reasoning',
      'fake-embedding',
    ]);
    expect(offline?.kind).toBe('offline');
    await fetcher.close();
    await fake.close();
  });

  test('retries later when it is down: one request for many callers, then a pause', async () => {
    const fetcher = createGuardedFetch({ allowPrivateHosts: ['127.0.0.1'] });
    const errors: unknown[] = [];
    const models = createModels({
      fetch: fetcher,
      onDiscoverError: (_provider, error) => errors.push(error),
    });
    const fake = await startFakeProvider();
    const provider = {
      id: 'p',
      kind: 'openai-compatible' as const,
      apiHost: fake.url,
      apiKey: null,
      keepAliveTime: 0,
    };
    const [first, second] = await Promise.all([models.discover(provider), models.discover(provider)]);
    expect(first).toEqual(second);
    expect(fake.requests).toHaveLength(1);
    await models.discover(provider);
    expect(fake.requests).toHaveLength(2);
    await fake.close();
    expect(await models.discover(provider)).toEqual([]);
    expect(await models.discover(provider)).toEqual([]);
    expect(errors).toHaveLength(1);
    await fetcher.close();
  });

  test('retries after the same pause when it lists no models', async () => {
    let asked = 0;
    const empty = createServer((_request, response) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
    });
    await new Promise<void>((resolve) => empty.listen(0, '127.0.0.1', resolve));
    const fetcher = createGuardedFetch({ allowPrivateHosts: ['127.0.0.1'] });
    const models = createModels({ fetch: fetcher });
    const provider = {
      id: 'p',
      kind: 'openai-compatible' as const,
      apiHost: `http://127.0.0.1:${(empty.address() as AddressInfo).port}/v1`,
      apiKey: null,
      keepAliveTime: 0,
    };
    expect(await models.discover(provider)).toEqual([]);
    expect(await models.discover(provider)).toEqual([]);
    expect(asked).toBe(1);
    await fetcher.close();
    empty.close();
  });

  test('enables the preferred models first when there are many', () => {
    const draft = (modelId: string): ModelDraft => {
      const described = describeModel('openai', { modelId });
      if (!described) throw new Error(modelId);
      return described;
    };
    const listed = [
      ...Array.from({ length: 40 }, (_, index) => `other-${index}`),
      'gpt-4o-mini',
      'gpt-5-mini',
    ].map(draft);
    const chosen = chooseModels('openai', listed);
    expect(chosen.slice(0, 3).map(({ modelId, enabled }) => [modelId, enabled])).toEqual([
      ['gpt-5-mini', true],
      ['gpt-4o-mini', true],
      ['other-0', false],
    ]);
    const unknown = chooseModels('openai-compatible', listed);
    expect(unknown.filter(({ enabled }) => enabled)).toHaveLength(20);
    expect(chooseModels('openai-compatible', listed.slice(0, 5)).every(({ enabled }) => enabled)).toBe(true);
  });
});
