import { generateText, type ModelMessage } from 'ai';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startFakeProvider } from '../../../../../tests/fakes/provider/server.ts';
import { classifyProviderError } from '../errors/classify.ts';
import { toolNames, toolSet } from '../tools/tools.ts';
import { createModels } from './models.ts';
import { KEY, kinds, type WireStage, wireStage } from './testing.ts';

let stage: WireStage;

beforeAll(async () => {
  stage = await wireStage();
});

afterEach(() => {
  stage.fake.requests.length = 0;
});

afterAll(() => stage.close());

describe.each(kinds)('%s', (kind) => {
  test('streams text, with usage, and sends the key where it belongs', async () => {
    const { text, finish, failure } = await stage.run(kind, { question: 'Hello there' });
    expect(failure).toBeNull();
    expect(text).toBe('You said: Hello there.');
    expect(finish).toMatchObject({ finishReason: 'stop' });
    expect(finish?.totalUsage.inputTokens).toBeGreaterThan(5);
    expect(finish?.totalUsage.outputTokens).toBeGreaterThan(2);
    const request = stage.fake.requests[0];
    expect(JSON.stringify(request?.headers)).toContain(KEY);
    expect(request?.path).not.toContain(KEY);
    expect(JSON.stringify(request?.body)).toContain('Be brief.');
  });

  test('answers without streaming', async () => {
    const { text, usage } = await generateText({
      model: stage.modelOf(kind),
      prompt: 'Hello',
      maxRetries: 0,
    });
    expect(text).toBe('You said: Hello.');
    expect(usage.outputTokens).toBeGreaterThan(0);
  });

  test('accepts a conversation, Chinese and an image', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: '你好' },
      { role: 'assistant', content: '你好！' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '看图' },
          { type: 'file', data: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]), mediaType: 'image/png' },
        ],
      },
    ];
    const { text } = await generateText({ model: stage.modelOf(kind), messages, maxRetries: 0 });
    expect(text).toBe('You said: 看图. I see 1 image(s).');
    const blind = stage.models.languageModel(stage.connection(kind), 'fake-text', {
      abilities: { vision: false },
    });
    const noted = await generateText({ model: blind, messages, maxRetries: 0 });
    expect(noted.text.replace('\n', '')).toBe('You said: 看图[Image: unnamed].');
  });

  test('streams reasoning', async () => {
    if (kind === 'openai') return; // The official chat endpoint does not show its reasoning.
    const { reasoning, text } = await stage.run(kind, {
      question: 'Why? [[reasoning Because of reasons. ]]',
    });
    expect(reasoning).toBe('Because of reasons. ');
    expect(text).toBe('You said: Why?.');
  });

  test('calls a tool, gets its result and answers', async () => {
    const tools = toolSet(toolNames, { fetch: stage.fetcher });
    const { parts, text, failure } = await stage.run(kind, {
      question: 'Go [[tool calculator {"expression": "6*7"}]]',
      tools,
    });
    expect(failure).toBeNull();
    expect(parts.find((part) => part.type === 'tool-call')).toMatchObject({
      toolName: 'calculator',
      input: { expression: '6*7' },
      dynamic: true,
    });
    expect(parts.find((part) => part.type === 'tool-result')).toMatchObject({ output: { result: '42' } });
    expect(text).toContain('calculator answered:');
    expect(text).toContain('42');
    expect(stage.fake.requests).toHaveLength(2);
  });

  test('calls several tools at once, and reports a failing one', async () => {
    const tools = toolSet(['current_time', 'calculator'], { fetch: stage.fetcher });
    const several = await stage.run(kind, { question: 'Go [[tools]]', tools });
    expect(several.parts.filter((part) => part.type === 'tool-result')).toHaveLength(2);
    const bad = await stage.run(kind, { question: 'Go [[tool calculator {"expression": "1/0"}]]', tools });
    expect(bad.parts.find((part) => part.type === 'tool-error')).toBeDefined();
    expect(bad.text).toContain('divided by zero');
  });

  test('a call with invalid JSON or an unknown tool is reported and does not end the stream', async () => {
    const tools = toolSet(['calculator'], { fetch: stage.fetcher });
    const broken = await stage.run(kind, { question: 'Go [[badtool]]', tools });
    expect(broken.parts.some((part) => part.type === 'tool-error')).toBe(true);
    const unknown = await stage.run(kind, { question: 'Go [[tool nothing {}]]', tools });
    expect(unknown.parts.some((part) => part.type === 'tool-error')).toBe(true);
  });

  test('a model that refuses tools is asked again without them, and remembered', async () => {
    const tools = toolSet(toolNames, { fetch: stage.fetcher });
    const own = createModels({ fetch: stage.fetcher });
    const ask = async () => {
      const model = own.languageModel(stage.connection(kind), 'stubborn');
      const { text } = await generateText({ model, prompt: 'Hello [[notools]]', tools, maxRetries: 0 });
      return text;
    };
    expect(await ask()).toBe('You said: Hello.');
    expect(stage.fake.requests).toHaveLength(2);
    expect(await ask()).toBe('You said: Hello.');
    expect(stage.fake.requests).toHaveLength(3);
  });

  test('a model without tools gets their history as text', async () => {
    const model = stage.models.languageModel(stage.connection(kind), 'fake-text', {
      abilities: { tools: false },
    });
    const messages: ModelMessage[] = [
      { role: 'user', content: 'What is 6*7?' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c', toolName: 'calculator', input: { expression: '6*7' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'calculator',
            output: { type: 'json', value: { result: '42' } },
          },
        ],
      },
      { role: 'assistant', content: '42' },
      { role: 'user', content: 'Thanks' },
    ];
    const { text } = await generateText({
      model,
      messages,
      tools: toolSet(['calculator'], { fetch: stage.fetcher }),
      maxRetries: 0,
    });
    expect(text).toBe('You said: Thanks.');
    const sent = JSON.stringify(stage.fake.requests[0]?.body);
    expect(sent).toContain('Result of calculator');
    expect(sent).not.toMatch(/tool_call|tool_use|functionCall|"tools"/);
  });

  test('never sends more than the model can read', async () => {
    const model = stage.models.languageModel(stage.connection(kind), 'fake-text', { contextWindow: 4_000 });
    const messages: ModelMessage[] = [{ role: 'user', content: `Begin ${'word '.repeat(40_000)} end` }];
    const { text } = await generateText({ model, messages, maxRetries: 0 });
    expect(text).toContain('characters left out');
    expect(JSON.stringify(stage.fake.requests[0]?.body).length).toBeLessThan(16_000);
  });

  test('lists its models, and reports a wrong key', async () => {
    const listed = await stage.models.listModels(stage.connection(kind));
    const ids = listed.map((model) => model.modelId);
    expect(ids).toContain('fake-text');
    expect(listed.find((model) => model.modelId === 'fake-text')).toMatchObject({
      kind: 'chat',
      enabled: true,
    });
    expect(listed.find((model) => model.modelId === 'fake-embedding')).toMatchObject({ kind: 'embedding' });
    const locked = await startFakeProvider({ apiKey: 'right' });
    const apiHost = locked.urls[kind === 'openai-compatible' ? 'openai' : kind];
    const wrong = stage.models.listModels(stage.connection(kind, { apiHost, apiKey: 'wrong-key' }));
    await expect(wrong).rejects.toSatisfy(
      (error) => classifyProviderError(error).key === 'provider.unauthorised',
    );
    await expect(
      stage.models.listModels(stage.connection(kind, { apiHost, apiKey: 'right' })),
    ).resolves.not.toHaveLength(0);
    await locked.close();
  });
});

test('Ollama receives how long to keep the model loaded and its context size', async () => {
  const provider = stage.connection('ollama', { keepAliveTime: 600, apiKey: null });
  const model = stage.models.languageModel(provider, 'fake-text', { contextWindow: 8_192 });
  await generateText({ model, prompt: 'Hello', temperature: 0.5, maxOutputTokens: 50, maxRetries: 0 });
  const { body, headers } = stage.fake.requests[0] ?? {};
  expect(body).toMatchObject({
    keep_alive: 600,
    options: { num_ctx: 8_192, temperature: 0.5, num_predict: 50 },
  });
  expect(body).not.toHaveProperty('think');
  expect(headers).not.toHaveProperty('authorization');
  stage.fake.requests.length = 0;
  await generateText({ model: stage.modelOf('ollama'), prompt: 'Hello', maxRetries: 0 });
  expect(stage.fake.requests[0]?.body).not.toHaveProperty('keep_alive');
});

test('no provider falls back to a key of the environment', async () => {
  for (const name of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY']) {
    process.env[name] = 'sk-operator-secret';
  }
  try {
    for (const kind of kinds) {
      const model = stage.models.languageModel(stage.connection(kind, { apiKey: null }), 'fake-text');
      await generateText({ model, prompt: 'Hello', maxRetries: 0 });
    }
    expect(JSON.stringify(stage.fake.requests.map(({ headers }) => headers))).not.toContain(
      'sk-operator-secret',
    );
  } finally {
    for (const name of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY']) {
      delete process.env[name];
    }
  }
});

test('Anthropic is given no larger output limit than the context leaves', async () => {
  const model = stage.models.languageModel(stage.connection('anthropic'), 'claude-sonnet-4-5', {
    contextWindow: 20_000,
  });
  await generateText({ model, prompt: 'word '.repeat(8_000), maxRetries: 0 });
  expect(stage.fake.requests[0]?.body.max_tokens).toBeLessThan(20_000 - 8_000);
  stage.fake.requests.length = 0;
  const roomy = stage.models.languageModel(stage.connection('anthropic'), 'claude-sonnet-4-5', {
    contextWindow: 200_000,
  });
  await generateText({ model: roomy, prompt: 'Hello', maxRetries: 0 });
  expect(stage.fake.requests[0]?.body.max_tokens).toBe(64_000);
});

test('a model that was made before speaks with the key that its provider has now', async () => {
  const speak = async (apiKey: string | null) => {
    const model = stage.models.languageModel(stage.connection('openai-compatible', { apiKey }), 'fake-text');
    await generateText({ model, prompt: 'Hello', maxRetries: 0 });
    return stage.fake.requests.at(-1)?.headers.authorization;
  };
  expect(await speak('first')).toBe('Bearer first');
  expect(await speak('second')).toBe('Bearer second');
  expect(await speak(null)).toBeUndefined();
  expect(await speak('first')).toBe('Bearer first');
});
