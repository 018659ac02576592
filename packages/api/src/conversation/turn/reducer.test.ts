import { applyPartChange, type Part } from '@tandem/shared/message/parts';
import { describe, expect, it } from 'vitest';
import { PartReducer, type StreamPart } from './reducer.ts';
import { StreamingMessage } from './streaming-message.ts';

/** Feeds a stream to a reducer and, through the changes alone, to a watcher. */
function run(stream: unknown[], start: Part[] = []) {
  const reducer = new PartReducer(start);
  let watched: Part[] = [...start];
  const take = (changes: ReturnType<PartReducer['reduce']>) => {
    for (const change of changes) watched = applyPartChange(watched, change);
  };
  for (const part of stream) take(reducer.reduce(part as StreamPart));
  take(reducer.settle('ended'));
  expect(watched).toEqual(reducer.parts);
  return reducer.parts;
}

const text = (id: string, ...pieces: string[]) => [
  { type: 'text-start', id },
  ...pieces.map((piece) => ({ type: 'text-delta', id, text: piece })),
  { type: 'text-end', id },
];
const step = { type: 'start-step', request: {}, warnings: [] };

describe('the reducer', () => {
  it('gives a call that reuses an id a part of its own', () => {
    const called = (toolName: string, input: object) => ({
      type: 'tool-call',
      toolCallId: 'same',
      toolName,
      input,
    });
    const parts = run([
      step,
      called('read_note', { title: 'Milk' }),
      { type: 'tool-result', toolCallId: 'same', toolName: 'read_note', output: 'Two bottles' },
      // In one step, by another tool.
      called('write_note', { title: 'Tea' }),
      step,
      called('write_note', { title: 'Rum' }),
    ]);
    expect(parts.filter(({ type }) => type === 'dynamic-tool')).toMatchObject([
      { toolName: 'read_note', input: { title: 'Milk' }, state: 'output-available', output: 'Two bottles' },
      { toolName: 'write_note', input: { title: 'Tea' }, state: 'output-error' },
      { toolName: 'write_note', input: { title: 'Rum' }, state: 'output-error' },
    ]);
  });

  it('collects text and reasoning into separate parts', () => {
    const parts = run([
      step,
      { type: 'reasoning-delta', id: '0', text: 'hm ' },
      { type: 'text-delta', id: '0', text: 'Hel' },
      { type: 'reasoning-delta', id: '0', text: 'yes' },
      { type: 'text-delta', id: '0', text: 'lo' },
    ]);
    expect(parts).toEqual([
      { type: 'step-start' },
      { type: 'reasoning', text: 'hm yes', state: 'done', seconds: 1 },
      { type: 'text', text: 'Hello', state: 'done' },
    ]);
  });

  it('records how long reasoning took', () => {
    let now = 5_000;
    const reducer = new PartReducer([], () => now);
    const take = (type: string, id = '0') => reducer.reduce({ type, id, text: 'hm' } as StreamPart);
    take('reasoning-start');
    now += 4_000;
    take('reasoning-delta');
    now += 3_400;
    expect(take('reasoning-end')).toEqual([
      { op: 'set', index: 0, part: { type: 'reasoning', text: 'hm', state: 'done', seconds: 7 } },
    ]);
    // An interrupted thought counts until then, and an absent one takes no time.
    take('reasoning-delta', '1');
    now += 20;
    reducer.settle('ended');
    expect(reducer.parts[1]).toMatchObject({ state: 'done', seconds: 1 });
  });

  it('begins a new part where a step reuses an id, even when the last was left open', () => {
    const open = { type: 'text-delta', id: '0', text: 'one' };
    expect(run([step, open, step, ...text('0', 'two')]).filter(({ type }) => type === 'text')).toEqual([
      { type: 'text', text: 'one', state: 'done' },
      { type: 'text', text: 'two', state: 'done' },
    ]);
  });

  it('makes no part of an empty delta', () => {
    expect(run([...text('0', ''), { type: 'reasoning-start', id: '1' }, { type: 'ping' }])).toEqual([]);
  });

  it('follows a tool from its first argument to its result', () => {
    const call = { toolCallId: 'c', toolName: 'calculator' };
    const parts = run([
      { type: 'tool-input-start', id: 'c', toolName: 'calculator' },
      { type: 'tool-input-delta', id: 'c', delta: '{"a"' },
      { type: 'tool-call', ...call, input: { a: 1 }, dynamic: true },
      { type: 'tool-result', ...call, input: { a: 1 }, output: { b: 2 }, dynamic: true },
    ]);
    expect(parts).toEqual([
      { type: 'dynamic-tool', ...call, state: 'output-available', input: { a: 1 }, output: { b: 2 } },
    ]);
  });

  it('explains why a call has no result', () => {
    const parts = run([{ type: 'tool-call', toolCallId: 'c', toolName: 't', input: {}, dynamic: true }]);
    expect(parts).toMatchObject([{ state: 'output-error', errorText: 'ended' }]);
  });

  it('never emits half of a surrogate pair, or text that cannot be stored', () => {
    const [part] = run(text('0', 'a\ud83d', '\ude00b\0', '\udc00c', 'd\ud83d'));
    expect(part).toMatchObject({ text: 'a😀b\ufffdcd' });
  });

  it('continues the text of an interrupted answer', () => {
    const start: Part[] = [{ type: 'step-start' }, { type: 'text', text: 'Half an ', state: 'done' }];
    expect(run([step, ...text('0', 'ans', 'wer')], start)).toEqual([
      { type: 'step-start' },
      { type: 'text', text: 'Half an answer', state: 'done' },
    ]);
  });

  it('keeps reasoning before the first word out of that text', () => {
    const start: Part[] = [{ type: 'text', text: 'Half', state: 'done' }];
    const parts = run([step, { type: 'reasoning-delta', id: 'r', text: 'hm' }, ...text('0', 'New')], start);
    expect(parts.map((part) => ('text' in part ? part.text : part.type))).toEqual(['Half', 'hm', 'New']);
  });

  it('accepts web sources, and no other addresses', () => {
    const source = (url: string) => ({ type: 'source', sourceType: 'url', id: '1', url, title: 'T' });
    expect(run([source('https://example.com/'), source('javascript:alert(1)')])).toEqual([
      { type: 'source-url', sourceId: '1', url: 'https://example.com/', title: 'T' },
    ]);
  });

  it('bounds a hostile provider’s output', () => {
    const call = { toolCallId: 'c', toolName: 't', input: {}, dynamic: true };
    const [tool] = run([{ type: 'tool-result', ...call, output: 'x'.repeat(1_000_000) }]);
    expect(JSON.stringify(tool).length).toBeLessThan(40_000);
    const reducer = new PartReducer();
    expect(() => {
      for (let n = 0; n < 11; n++)
        reducer.reduce({ type: 'text-delta', id: '0', text: 'x'.repeat(100_000) } as StreamPart);
    }).toThrow('longer than a message');
    expect(() => {
      for (let n = 0; n < 3_000; n++)
        reducer.reduce({ type: 'text-delta', id: `${n}`, text: 'x' } as StreamPart);
    }).toThrow('longer than a message');
  });
});

describe('streaming', () => {
  it('numbers deltas from the message’s version, and holds exactly those it emitted', () => {
    const told: [number, number][] = [];
    const streaming = new StreamingMessage(
      { parts: [{ type: 'text', text: 'a', state: 'done' }], n: 7 },
      (n, changes) => told.push([n, changes.length]),
    );
    streaming.take({ type: 'text-delta', id: '0', text: 'b' } as StreamPart);
    streaming.take({ type: 'text-delta', id: '0', text: 'c' } as StreamPart);
    streaming.flush();
    streaming.flush();
    streaming.settle('ended');
    expect(told).toEqual([
      [8, 2],
      [9, 1],
    ]);
    expect(streaming.n).toBe(9);
    expect(streaming.parts).toEqual([{ type: 'text', text: 'abc', state: 'done' }]);
  });
});
