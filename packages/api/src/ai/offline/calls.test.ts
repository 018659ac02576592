import { stepCountIs, streamText } from 'ai';
import { describe, expect, test } from 'vitest';
import { toolNames, toolSet } from '../tools/tools.ts';
import { ask, model, promptOf } from './testing.ts';

describe('calls tools', () => {
  test.each([
    ['what time is it in Tokyo', [['current_time', { timeZone: 'Asia/Tokyo' }]]],
    ['What time is it?', [['current_time', {}]]],
    ["What's the date today?", [['current_time', {}]]],
    [
      'time in London and New York please',
      [
        ['current_time', { timeZone: 'Europe/London' }],
        ['current_time', { timeZone: 'America/New_York' }],
      ],
    ],
    ['东京现在几点？', [['current_time', { timeZone: 'Asia/Tokyo' }]]],
    ['今天星期几', [['current_time', {}]]],
    ['北京时间', [['current_time', { timeZone: 'Asia/Shanghai' }]]],
    ['12 * (3+4)', [['calculator', { expression: '12 * (3+4)' }]]],
    ['What is 15% of 80?', [['calculator', { expression: '15% of 80' }]]],
    ['please calculate sqrt(2) * 10', [['calculator', { expression: 'sqrt(2) * 10' }]]],
    ['how much is 19.99 × 3 =?', [['calculator', { expression: '19.99 × 3' }]]],
    ['计算 3 + 4 * 5', [['calculator', { expression: '3 + 4 * 5' }]]],
    ['12*12等于多少？', [['calculator', { expression: '12*12' }]]],
    ['If I buy 3 things for 4.50 each, what is 3 * 4.50?', [['calculator', { expression: '3 * 4.50' }]]],
    ['1/0', [['calculator', { expression: '1/0' }]]],
    ['Summarise https://example.com/a?b=c, please.', [['fetch_page', { url: 'https://example.com/a?b=c' }]]],
    ['总结这个网页：https://example.com/新闻。', [['fetch_page', { url: 'https://example.com/新闻' }]]],
    ['@Guide what time is it in Paris?', [['current_time', { timeZone: 'Europe/Paris' }]]],
    [
      'What time is it in Rome, and what is 6*7?',
      [
        ['current_time', { timeZone: 'Europe/Rome' }],
        ['calculator', { expression: '6*7' }],
      ],
    ],
  ])('%s', async (question, calls) => {
    const reply = await ask(question);
    expect(reply.calls).toEqual(calls);
    expect(reply.result.finishReason.unified).toBe('tool-calls');
  });

  test.each([
    '2026-11-21',
    '21/11/2026',
    '555-123-4567',
    'version 1.2.3',
    'What is the time complexity of quicksort?',
    'Tell me about 3 good books',
    'What time does the shop open?',
    '员工每天几点上班',
    'a-b',
    'C++ 20',
  ])('but not for %s', async (question) => {
    expect((await ask(question)).calls).toEqual([]);
  });

  test('not when they are not offered: it calculates itself, and says what it cannot do', async () => {
    expect((await ask('12 * 12', { tools: [] })).text).toBe('12 * 12 = **144**');
    expect((await ask('12 * 12', { toolChoice: { type: 'none' } })).text).toContain('144');
    expect((await ask('what time is it in Tokyo', { tools: [] })).text).toContain('not switched on');
    expect((await ask('read https://example.com', { tools: [] })).text).toContain('not switched on');
  });

  test('round trip: a call, its result, an answer', async () => {
    const now = () => new Date('2026-11-21T16:30:00Z');
    const page = {
      url: 'https://example.com/',
      status: 200,
      contentType: 'text/plain',
      etag: null,
      truncated: false,
    };
    const fetchPage = async () => ({
      ...page,
      body: Buffer.from(
        'The otter is an animal. Otters live near rivers and eat fish. It rained. Otters and rivers belong together.',
      ),
    });
    const answer = async (question: string) => {
      const { text } = streamText({
        model,
        messages: [{ role: 'user', content: question }],
        tools: toolSet(toolNames, { fetch: { fetchPage }, now }),
        stopWhen: stepCountIs(3),
      });
      return await text;
    };
    expect(await answer('what time is it in Tokyo')).toBe(
      'In Tokyo it is **01:30** on Sunday, 2026-11-22 (Asia/Tokyo, UTC+09:00).',
    );
    expect(await answer('东京现在几点')).toContain('Tokyo 现在是 **01:30**，2026-11-22，星期日');
    expect(await answer('12 * (3+4)')).toBe('12 * (3+4) = **84**');
    expect(await answer('1/0')).toBe(
      'That did not work: The result is too large, or something is divided by zero.',
    );
    const summary = await answer('summarise https://example.com/');
    expect(summary).toContain('[example.com](https://example.com/)');
    expect(summary).toContain('- Otters live near rivers and eat fish.');
    expect(summary).toContain('small built-in program');
  });

  test('results of an unknown tool are shown', async () => {
    const prompt = promptOf('look it up');
    prompt.push(
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '1', toolName: 'lookup', input: {} }] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: '1',
            toolName: 'lookup',
            output: { type: 'json', value: { a: 1 } },
          },
        ],
      },
    );
    const { content } = await model.doGenerate({ prompt });
    expect(JSON.stringify(content)).toContain('lookup');
  });
});
