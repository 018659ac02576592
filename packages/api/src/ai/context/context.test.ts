import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Part } from '@tandem/shared/message/parts';
import { describe, expect, test } from 'vitest';
import { cleanTitle, summaryRequest, titleRequest } from './context.ts';
import { estimateJson, estimateMessage, estimatePart, estimateText, IMAGE_TOKENS } from './estimate.ts';
import { fitContext } from './fit.ts';
import { estimatePrompt, fitPrompt } from './fit-prompt.ts';
import { fairCap, shortenText } from './shorten.ts';
import type { ContextMessage } from './types.ts';

const words = (count: number) => 'lorem ipsum '.repeat(Math.ceil(count / 2)).slice(0, count * 6);
const message = (role: 'user' | 'assistant', text: string, id = 0): ContextMessage & { id: number } => ({
  role,
  parts: [{ type: 'text', text }],
  id,
});

/** A conversation of `turns` questions and answers of `size` words each, and a last question. */
function conversation(turns: number, size: number, question = 'And now?') {
  const list = Array.from({ length: turns * 2 }, (_, index) =>
    message(index % 2 === 0 ? 'user' : 'assistant', `${index} ${words(size)}`, index),
  );
  return [...list, message('user', question, turns * 2)];
}

describe('token estimates', () => {
  test.each([
    ['', 0, 0],
    ['Hello, how are you today?', 6, 10],
    ['你好，世界', 5, 8],
    ['Привет, как дела?', 6, 12],
    ['{"a":[1,2,3],"b":"c"}', 8, 16],
    ['😀😀', 4, 8],
    ['x'.repeat(4_000), 1_000, 1_200],
    ['字'.repeat(1_000), 1_000, 1_200],
  ])('%s', (text, least, most) => {
    expect(estimateText(text)).toBeGreaterThanOrEqual(least);
    expect(estimateText(text)).toBeLessThanOrEqual(most);
  });

  test('parts and messages', () => {
    expect(estimatePart({ type: 'file', mediaType: 'image/png', url: 'data:…' })).toBe(IMAGE_TOKENS);
    expect(estimatePart({ type: 'step-start' })).toBe(0);
    const tool: Part = {
      type: 'dynamic-tool',
      toolCallId: '1',
      toolName: 't',
      state: 'output-available',
      input: {},
      output: { text: words(100) },
    };
    expect(estimatePart(tool)).toBeGreaterThan(140);
    expect(estimateMessage({ parts: [tool, { type: 'text', text: 'hi' }] })).toBeGreaterThan(
      estimatePart(tool),
    );
    expect(estimateJson(undefined)).toBe(0);
  });
});

describe('shortening', () => {
  test('keeps beginning and end and says how much is left out', () => {
    const text = `BEGIN ${words(2_000)} END`;
    const short = shortenText(text, 200);
    expect(short).toMatch(/^BEGIN [\s\S]*\[… \d+ characters left out …\][\s\S]*END$/);
    expect(estimateText(short)).toBeLessThanOrEqual(200);
    expect(shortenText('short', 200)).toBe('short');
    expect(shortenText('字'.repeat(5_000), 100).isWellFormed()).toBe(true);
    expect(shortenText('😀'.repeat(5_000), 100).isWellFormed()).toBe(true);
    expect(shortenText(text, 0)).toContain('left out');
  });

  test('a fair cap leaves small pieces whole', () => {
    expect(fairCap([10, 20, 300], 400)).toBe(Number.POSITIVE_INFINITY);
    expect(fairCap([10, 20, 300], 130)).toBe(100);
    expect(fairCap([100, 100, 100], 150)).toBe(50);
    expect(fairCap([5], 0)).toBe(0);
    expect(fairCap([], 10)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('fitContext', () => {
  test('sends everything that fits', () => {
    const messages = conversation(3, 20);
    const fit = fitContext({ messages, limit: 8_192, instructions: 'Be kind.', summary: 'Before.' });
    expect(fit.messages).toEqual(messages);
    expect(fit).toMatchObject({
      summarise: [],
      summaryTokens: 0,
      shortened: false,
      summary: 'Before.',
      instructions: 'Be kind.',
    });
    expect(fit.estimate + fit.answerTokens).toBe(8_192);
  });

  test('selects the oldest messages for a summary and keeps a tail that begins with a person', () => {
    const messages = conversation(40, 200);
    const fit = fitContext({ messages, limit: 8_192 });
    expect(fit.summarise.length).toBeGreaterThan(40);
    expect(fit.summarise.concat(fit.messages).map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
    expect(fit.messages[0]?.role).toBe('user');
    expect(fit.messages.at(-1)?.id).toBe(80);
    expect(fit.summaryTokens).toBe(819);
    expect(fit.summary).toBeNull();
    expect(fit.shortened).toBe(false);
  });

  test('leaves slack, so that the next turns need no new summary', () => {
    const messages = conversation(40, 200);
    const first = fitContext({ messages, limit: 8_192 });
    const next = [...first.messages, message('assistant', words(150)), message('user', words(50))];
    expect(fitContext({ messages: next, limit: 8_192, summary: words(400) }).summarise).toEqual([]);
  });

  test('cuts the middle of a question too long for the model, and summarises nothing', () => {
    const messages = [message('user', `BEGIN ${words(50_000)} END`)];
    const fit = fitContext({ messages, limit: 4_096 });
    expect(fit).toMatchObject({ summarise: [], summaryTokens: 0, shortened: true });
    const text = JSON.stringify(fit.messages);
    expect(text).toContain('BEGIN');
    expect(text).toContain('END');
  });

  test('shortens results of tools and keeps the calls', () => {
    const tool: Part = {
      type: 'dynamic-tool',
      toolCallId: '1',
      toolName: 'fetch_page',
      state: 'output-available',
      input: { url: 'https://a.test' },
      output: { text: words(20_000) },
    };
    const messages: ContextMessage[] = [
      message('user', 'Read it'),
      { role: 'assistant', parts: [tool] },
      message('user', 'And?'),
    ];
    const fit = fitContext({ messages: messages.slice(0, 2), limit: 4_096 });
    const kept = fit.messages.flatMap(({ parts }) => parts).find((part) => part.type === 'dynamic-tool');
    expect(kept).toMatchObject({ toolCallId: '1', input: { url: 'https://a.test' } });
    expect(String(kept?.output)).toContain('left out');
    expect(fitContext({ messages, limit: 4_096 }).summarise).toHaveLength(2);
  });

  test('replaces too many files by notes', () => {
    const files = Array.from(
      { length: 8 },
      (): Part => ({ type: 'file', mediaType: 'image/png', url: 'x', filename: 'a.png' }),
    );
    const fit = fitContext({
      messages: [{ role: 'user', parts: [...files, { type: 'text', text: 'What is this?' }] }],
      limit: 4_096,
    });
    expect(JSON.stringify(fit.messages)).toContain('[File left out: a.png]');
    expect(JSON.stringify(fit.messages)).toContain('What is this?');
  });

  test('overlong instructions are shortened, and the old summary too', () => {
    const fit = fitContext({
      messages: conversation(1, 5),
      limit: 4_096,
      instructions: words(20_000),
      summary: words(20_000),
    });
    expect(fit.instructions).toContain('left out');
    expect(fit.shortened).toBe(true);
    expect(estimateText(fit.summary ?? '')).toBeLessThanOrEqual(500);
  });

  test('always fits, whatever the conversation', () => {
    const pieces = [
      '',
      'hi',
      words(30),
      words(3_000),
      '字'.repeat(2_000),
      '😀'.repeat(900),
      '{"a":1}'.repeat(700),
    ];
    for (const limit of [1_024, 2_048, 4_096, 8_192, 32_768]) {
      for (let seed = 0; seed < 60; seed++) {
        const pick = (step: number) =>
          pieces[(seed * 7 + step * 13 + Math.floor((seed * step) / 3)) % pieces.length] ?? '';
        const messages = Array.from({ length: 1 + (seed % 12) }, (_, index) =>
          message(index % 2 === 0 ? 'user' : 'assistant', pick(index), index),
        );
        const fit = fitContext({
          messages,
          limit,
          instructions: pick(20),
          summary: seed % 3 === 0 ? pick(21) : null,
          tools: seed % 2 === 0 ? [{ name: 'tool', description: words(40) }] : [],
        });
        const label = `limit ${limit}, seed ${seed}`;
        const summary = fit.summary ? estimateText(fit.summary) : fit.summaryTokens;
        const sent =
          fit.messages.reduce((sum, each) => sum + estimateMessage(each), 0) +
          estimateText(fit.instructions) +
          summary;
        expect(sent, label).toBeLessThan(limit);
        expect(fit.answerTokens, label).toBeGreaterThan(Math.min(200, limit / 8));
        expect(fit.summarise.length + fit.messages.length, label).toBe(messages.length);
      }
    }
  });
});

describe('fitPrompt, within a turn', () => {
  const prompt = (output: string, question = 'Read it'): LanguageModelV4Prompt => [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: [{ type: 'text', text: question }] },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: '1', toolName: 'fetch_page', input: {} }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: '1',
          toolName: 'fetch_page',
          output: { type: 'json', value: { text: output } },
        },
      ],
    },
  ];

  test('shortens results first, then texts, and leaves what fits alone', () => {
    const small = prompt('short');
    expect(fitPrompt(small, 1_000)).toBe(small);
    const long = fitPrompt(prompt(words(10_000)), 1_000);
    expect(estimatePrompt(long)).toBeLessThanOrEqual(1_000);
    expect(JSON.stringify(long)).toContain('Read it');
    const both = fitPrompt(prompt(words(10_000), words(10_000)), 1_000);
    expect(estimatePrompt(both)).toBeLessThanOrEqual(1_000);
  });
});

describe('requests for titles and summaries', () => {
  test.each([
    ['"A Title."', 'A Title'],
    ['Title: Something good', 'Something good'],
    ['**Bold title**', 'Bold title'],
    ['On **测试** and `code`', 'On 测试 and code'],
    ['snake_case * 2', 'snake_case * 2'],
    ['《中文标题》。', '中文标题'],
    ['标题：关于河流', '关于河流'],
    ['<think>hm\nhm</think>\n\nThe Real One', 'The Real One'],
    ['# Heading\nand more', 'Heading'],
    ['two\u0000 \u202ewords', 'two words'],
    ['', ''],
    ['“”', ''],
    ['x'.repeat(200), `${'x'.repeat(79)}…`],
  ])('cleans %j', (text, title) => expect(cleanTitle(text)).toBe(title));

  test('a title of very many marks costs no more than any other', () => {
    const before = process.cpuUsage();
    expect(cleanTitle(`So${'.'.repeat(200_000)}x`)).toHaveLength(2);
    expect(cleanTitle(`x${' .'.repeat(100_000)}x`)).toBe('x');
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  test('a request for a title is short whatever the conversation', () => {
    const { prompt, instructions } = titleRequest(words(100_000), words(100_000));
    expect(estimateText(prompt) + estimateText(instructions)).toBeLessThan(1_500);
  });

  test('a request for a summary fits the model', () => {
    for (const limit of [2_048, 8_192, 32_768]) {
      const messages = Array.from({ length: 300 }, (_, index) => ({
        speaker: 'Ada',
        text: `${index} ${words(400)}`,
      }));
      const request = summaryRequest({
        previous: words(3_000),
        messages,
        limit,
        tokens: Math.floor(limit / 10),
      });
      const tokens =
        estimateText(request.prompt) + estimateText(request.instructions) + request.maxOutputTokens;
      expect(tokens).toBeLessThan(limit);
      expect(request.prompt).toContain('Ada: 299');
    }
  });
});
