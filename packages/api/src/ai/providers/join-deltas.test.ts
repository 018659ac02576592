import { describe, expect, it } from 'vitest';
import { joinDeltas, withJoinedDeltas } from './join-deltas.ts';

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
const chunk = (delta: object, rest: object = { finish_reason: null }) =>
  event({ id: 'c1', choices: [{ index: 0, delta, ...rest }] });
const words = (...pieces: string[]) => pieces.map((content) => chunk({ content })).join('');
const block = (delta: object, index = 0) =>
  `event: content_block_delta\n${event({ type: 'content_block_delta', index, delta })}`;
const bytes = (text: string) => Buffer.from(text).toString('latin1');

describe('joining', () => {
  it.each([
    ['words of a compatible service', words('Hel', 'lo ', 'there'), words('Hello there')],
    [
      'thoughts',
      chunk({ reasoning_content: 'One ' }) + chunk({ reasoning_content: 'two' }),
      chunk({ reasoning_content: 'One two' }),
    ],
    [
      'words with their role beside them',
      chunk({ role: 'assistant', content: 'a' }) + chunk({ role: 'assistant', content: 'b' }),
      chunk({ role: 'assistant', content: 'ab' }),
    ],
    [
      'words between keys without a text',
      chunk({ refusal: null, content: 'a', reasoning_content: null, name: '' }) +
        chunk({ refusal: null, content: 'b', reasoning_content: null, name: '' }),
      chunk({ refusal: null, content: 'ab', reasoning_content: null, name: '' }),
    ],
    [
      'words of Anthropic',
      block({ type: 'text_delta', text: 'One ' }) + block({ type: 'text_delta', text: 'two' }),
      block({ type: 'text_delta', text: 'One two' }),
    ],
    [
      'lines that end as in Windows',
      words('a', 'b').replaceAll('\n', '\r\n'),
      words('ab').replaceAll('\n', '\r\n'),
    ],
    ['escapes', words('say "hi"\\', '\\"content":"x', '\n\n'), words('say "hi"\\\\"content":"x\n\n')],
    [
      'halves of a character that come as escapes',
      words('A', 'B').replace('"A"', '"\\ud83d"').replace('"B"', '"\\ude00"'),
      words('A').replace('"A"', '"\\ud83d\\ude00"'),
    ],
    [
      'spaces between keys',
      'data: {"choices": [{"delta": {"role": null, "content": "a"}}]}\n\ndata: {"choices": [{"delta": {"role": null, "content": "b"}}]}\n\n',
      'data: {"choices": [{"delta": {"role": null, "content": "ab"}}]}\n\n',
    ],
  ])('makes one event of %s', (_what, text, expected) => {
    expect(joinDeltas(bytes(text), true)).toBe(bytes(expected));
  });

  const call = (piece: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
  it.each([
    ['one event', words('a')],
    ['calls of tools', call('{"a"') + call(':1}')],
    [
      'equal pieces of a call beside empty words',
      [1, 2].map(() => chunk({ content: '', tool_calls: [{ function: { arguments: '1' } }] })).join(''),
    ],
    ['equal words beside thoughts', chunk({ content: 'a', reasoning: 'b' }).repeat(2)],
    [
      'details of thoughts beside them',
      chunk({ content: '', reasoning: 'a', reasoning_details: [{ text: 'a' }] }).repeat(2),
    ],
    ['words and thoughts', words('a') + chunk({ reasoning_content: 'b' }) + words('c')],
    ['another choice', chunk({ content: 'a' }) + chunk({ content: 'b' }, { index: 1 })],
    [
      'another block',
      block({ type: 'text_delta', text: 'a' }, 0) + block({ type: 'text_delta', text: 'b' }, 1),
    ],
    ['the finish', words('a') + chunk({ content: 'b' }, { finish_reason: 'stop' })],
    ['usage that grows', chunk({ content: 'a' }, { usage: 1 }) + chunk({ content: 'b' }, { usage: 2 })],
    ['what is beside the delta', event({ content: 'a' }) + event({ content: 'b' })],
    ['what is deeper in it', chunk({ x: { content: 'a' } }) + chunk({ x: { content: 'b' } })],
    ['the names of keys inside of words', words('"delta":{"content":"a"') + event('"delta":{"content":"b"')],
    [
      'data of several lines',
      'data: {"delta":{"content":"a\ndata: b"}}\n\ndata: {"delta":{"content":"c\ndata: d"}}\n\n',
    ],
    [
      'events that lone returns part',
      'data: {}\r\rdata: {"delta":{"text":"a"}}\n\ndata: {}\r\rdata: {"delta":{"text":"b"}}\n\n',
    ],
    ['no JSON', 'data: {"delta":{"content":"a\n\ndata: {"delta":{"content":"b\n\n'],
    ['comments and the end', ': wait\n\ndata: [DONE]\n\n'],
  ])('leaves %s as it is', (_what, text) => {
    expect(joinDeltas(bytes(text), true)).toBe(bytes(text));
  });

  it('keeps the order of everything', () => {
    const text = words('a', 'b') + call('{}') + words('c', 'd') + chunk({}, { finish_reason: 'stop' });
    expect(joinDeltas(text, true)).toBe(
      words('ab') + call('{}') + words('cd') + chunk({}, { finish_reason: 'stop' }),
    );
  });

  it('joins only events that are there in full', () => {
    const text = words('a', 'b', 'c', 'd');
    const cut = text.length - 9;
    expect(joinDeltas(text.slice(9, cut), false)).toBe(
      text.slice(9, text.length / 4) + words('bc') + words('d').slice(0, -9),
    );
  });

  it('makes no event much longer than a sentence', () => {
    const joined = joinDeltas(words(...Array.from({ length: 1_000 }, () => 'ten bytes.')), true);
    const lengths = joined.split('\n\n').map((each) => each.length);
    expect(Math.max(...lengths)).toBeLessThan(1_200);
    expect(joined.split('ten bytes.')).toHaveLength(1_001);
  });
});

describe('a stream of events', () => {
  const answerOf = (pieces: Uint8Array[], type: string) =>
    withJoinedDeltas(async () => {
      const body = new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      });
      return new Response(body, { status: 201, headers: { 'content-type': type, 'x-request-id': 'r1' } });
    })('http://provider');

  it('says the same, wherever it is cut', async () => {
    const whole = Buffer.from(words('你好', ' – ', '😀', 'ok') + chunk({}, { finish_reason: 'stop' }));
    for (let cut = 1; cut < whole.length; cut++) {
      const response = await answerOf([whole.subarray(0, cut), whole.subarray(cut)], 'text/event-stream');
      const said = (await response.text())
        .split('\n\n')
        .flatMap((each) => (each ? [JSON.parse(each.slice(6)).choices[0].delta.content ?? ''] : []));
      expect(said.join('')).toBe('你好 – 😀ok');
    }
  });

  it('keeps its status and headers, and leaves other answers alone', async () => {
    const pieces = [Buffer.from(words('a', 'b'))];
    const events = await answerOf(pieces, 'text/event-stream; charset=utf-8');
    expect([events.status, events.headers.get('x-request-id')]).toEqual([201, 'r1']);
    expect(await events.text()).toBe(words('ab'));
    expect(await (await answerOf(pieces, 'application/json')).text()).toBe(words('a', 'b'));
  });

  it('fails as its source does, and stops it', async () => {
    let stopped: unknown = null;
    let reads = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          if (reads++ === 0) controller.enqueue(Buffer.from(words('a')));
          else throw new Error('lost');
        },
        cancel: (reason) => {
          stopped = reason;
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-type': 'text/event-stream' };
    const reader = (
      await withJoinedDeltas(async () => new Response(body, { headers }))('http://provider')
    ).body?.getReader();
    await reader?.read();
    await expect(reader?.read()).rejects.toThrow('lost');
    const quiet = new ReadableStream({
      cancel: (reason) => {
        stopped = reason;
      },
    });
    const other = await withJoinedDeltas(async () => new Response(quiet, { headers }))('http://provider');
    await other.body?.cancel('enough');
    expect(stopped).toBe('enough');
  });
});
