import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { type ModelMessage, streamText } from 'ai';
import { describe, expect, test } from 'vitest';
import { cleanTitle, summaryRequest, titleRequest } from '../context/context.ts';
import { estimateText } from '../context/estimate.ts';
import { createOfflineModel } from './model.ts';
import { ask, model, promptOf } from './testing.ts';

describe('titles', () => {
  test.each([
    [
      'Can you please explain how photosynthesis works in desert plants?',
      'How photosynthesis works in desert plants',
    ],
    ['what time is it in Tokyo', 'What time is it in Tokyo'],
    ['hi', 'Hi'],
    [
      'help me write a letter to my landlord about the broken heating in the kitchen',
      'Write a letter to my landlord about',
    ],
    ['summarise https://www.example.com/a/very/long/path?with=query', 'Summarise www.example.com'],
    ['请帮我解释一下量子计算的基本原理，谢谢', '量子计算的基本原理'],
    ['东京现在几点？', '东京现在几点'],
    ['12 * (3+4)', '12 * (3+4)'],
  ])('%s', async (question, title) => {
    const { instructions, prompt } = titleRequest(question, 'An answer.');
    const { content } = await model.doGenerate({
      prompt: promptOf(prompt, [], instructions),
      maxOutputTokens: 60,
    });
    const made = cleanTitle(content.map((part) => (part.type === 'text' ? part.text : '')).join(''));
    expect(made.startsWith(title.slice(0, 20))).toBe(true);
    expect(made.length).toBeLessThanOrEqual(60);
  });
});

describe('summaries', () => {
  test('attribute what was said, within the requested size, and keep the earlier summary', async () => {
    const messages = Array.from({ length: 40 }, (_, index) => ({
      speaker: index % 2 === 0 ? 'Ada' : 'Guide',
      text: `Sentence number ${index} is about rivers and boats.\n\nAnd a second paragraph: with a colon.`,
    }));
    const request = summaryRequest({ previous: '- Ada: wants a boat', messages, limit: 8_192, tokens: 400 });
    const { content, finishReason } = await model.doGenerate({
      prompt: promptOf(request.prompt, [], request.instructions),
      maxOutputTokens: request.maxOutputTokens,
    });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect(text).toContain('wants a boat');
    expect(text).toContain('- Ada: ');
    expect(text).toContain('number 39');
    expect(estimateText(text)).toBeLessThanOrEqual(400);
    expect(finishReason.unified).toBe('stop');
  });
});

describe('as a language model', () => {
  const messages: ModelMessage[] = [{ role: 'user', content: 'What can you do?' }];

  test('streams in small chunks that add up to the answer, and reports its usage', async () => {
    const { stream } = await model.doStream({ prompt: promptOf('What can you do?') });
    const deltas: string[] = [];
    const types: string[] = [];
    for await (const part of stream) {
      types.push(part.type);
      if (part.type === 'text-delta') deltas.push(part.delta);
      if (part.type === 'finish') {
        expect(part.usage.inputTokens.total).toBeGreaterThan(0);
        expect(part.usage.outputTokens.total).toBe(estimateText(deltas.join('')));
        expect(part.finishReason.unified).toBe('stop');
      }
    }
    expect(deltas.join('')).toBe((await ask('What can you do?')).text);
    expect(deltas.length).toBeGreaterThan(80);
    expect(types.slice(0, 3)).toEqual(['stream-start', 'response-metadata', 'text-start']);
    expect(types.at(-1)).toBe('finish');
  });

  test('Chinese streams in pieces too', async () => {
    const { stream } = await model.doStream({ prompt: promptOf('你能做什么？') });
    let longest = 0;
    for await (const part of stream)
      if (part.type === 'text-delta') longest = Math.max(longest, part.delta.length);
    expect(longest).toBeLessThan(30);
  });

  test('keeps a natural pace', async () => {
    const paced = createOfflineModel({ delayMs: 20 });
    const start = performance.now();
    const { stream } = await paced.doStream({ prompt: promptOf('thanks') });
    for await (const part of stream) void part;
    expect(performance.now() - start).toBeGreaterThan(50);
  });

  test('keeps nobody waiting for the pace of a long answer', async () => {
    const paced = createOfflineModel({ delayMs: 1_000 });
    const start = performance.now();
    const { stream } = await paced.doStream({ prompt: promptOf('What can you do?') });
    let words = 0;
    for await (const part of stream) if (part.type === 'text-delta') words += 1;
    expect(words).toBeGreaterThan(30);
    const seconds = (performance.now() - start) / 1_000;
    // The bound of all of it, and what the machine adds; a second each would take half a minute.
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(15);
  });

  test('ends immediately when aborted', async () => {
    const controller = new AbortController();
    const result = streamText({
      model: createOfflineModel({ delayMs: 1_000 }),
      messages,
      abortSignal: controller.signal,
      onError: () => {},
    });
    setTimeout(() => controller.abort(), 50);
    const types: string[] = [];
    for await (const part of result.stream) types.push(part.type);
    expect(types.at(-1)).toBe('abort');
    await expect(
      model.doGenerate({ prompt: promptOf('hi'), abortSignal: AbortSignal.abort() }),
    ).rejects.toThrow();
  });

  test('respects a token limit and reports it', async () => {
    const { text, result } = await ask('What can you do?', { maxOutputTokens: 20 });
    expect(estimateText(text)).toBeLessThanOrEqual(20);
    expect(result.finishReason.unified).toBe('length');
  });

  test('is deterministic', async () => {
    for (const question of ['hi', 'What is love?', '你能做什么']) {
      expect((await ask(question)).text).toBe((await ask(question)).text);
    }
  });

  test('survives odd prompts', async () => {
    for (const prompt of [
      [],
      [{ role: 'system', content: 'x' }],
      promptOf(''),
      promptOf(' \n '),
    ] as LanguageModelV4Prompt[]) {
      const { content } = await model.doGenerate({ prompt });
      expect(content[0]).toMatchObject({ type: 'text' });
    }
  });
});
