import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import { textOf } from '@tandem/shared/message/parts';
import type { Message, MessagePage } from '@tandem/shared/message/schema';
import { describe, expect, it } from 'vitest';
import { MessageLog, newerOf } from './log.ts';
import { message, page } from './testing/factory.ts';

type DeltaEvent = Extract<ChannelLiveEvent, { type: 'delta' }>;

const words = (id: string, log: MessageLog) => textOf(log.messages.get(id)?.parts ?? []);

function loaded(messages: Message[], over: Partial<MessagePage> = {}): MessageLog {
  const log = new MessageLog();
  log.showNewest(page(messages, over));
  return log;
}

function growth(messageId: string, text: string, firstN = 1): DeltaEvent[] {
  return [...text].map((letter, i) => ({
    type: 'delta',
    messageId,
    n: firstN + i,
    changes: [{ op: 'append', index: 0, text: letter }],
  }));
}

const running = (over: Partial<Message> = {}) =>
  message({
    id: 'answer',
    seq: 2,
    role: 'assistant',
    status: 'running',
    turnId: 't',
    parts: [{ type: 'text', text: '' }],
    ...over,
  });

/** A repeatable shuffle. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = seed;
  for (let i = result.length - 1; i > 0; i--) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const j = state % (i + 1);
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

describe('a streaming message', () => {
  const text = 'The quick brown fox jumps over the lazy dog.';

  it('is the same however its deltas are reordered, duplicated and batched', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const log = loaded([message({ id: 'question', seq: 1 }), running()]);
      const events = shuffled([...growth('answer', text), ...growth('answer', text)], seed);
      while (events.length > 0) log.applyDeltas(events.splice(0, 1 + (seed % 7)));
      expect(words('answer', log)).toBe(text);
      expect(log.hasGap).toBe(false);
    }
  });

  it('waits at a gap, keeps later deltas, and resumes from a snapshot', () => {
    const log = loaded([running()]);
    const events = growth('answer', text);
    log.applyDeltas(events.filter((event) => event.n !== 5));
    expect(words('answer', log)).toBe(text.slice(0, 4));
    expect(log.hasGap).toBe(true);
    const snapshot = running({ n: 7, parts: [{ type: 'text', text: text.slice(0, 7) }] });
    log.applyMessages({ type: 'messages', revision: 1, reset: false, messages: [snapshot], removed: [] });
    expect(words('answer', log)).toBe(text);
    expect(log.hasGap).toBe(false);
  });

  it('keeps deltas that arrive before their message', () => {
    const log = loaded([message({ id: 'question', seq: 1 })]);
    log.applyDeltas(growth('answer', 'Hi'));
    expect(log.order).toEqual(['question']);
    log.applyMessages({
      type: 'messages',
      revision: 2,
      reset: false,
      messages: [running({ revision: 2 })],
      removed: [],
    });
    expect(words('answer', log)).toBe('Hi');
  });

  it('is not undone by a snapshot older than the last deltas', () => {
    const log = loaded([running()]);
    log.applyDeltas(growth('answer', 'Hello'));
    log.applyMessages({
      type: 'messages',
      revision: 3,
      reset: false,
      messages: [
        running({ revision: 3, n: 2, parts: [{ type: 'text', text: 'He' }], siblings: ['answer', 'other'] }),
      ],
      removed: [],
    });
    expect(words('answer', log)).toBe('Hello');
    expect(log.messages.get('answer')?.siblings).toEqual(['answer', 'other']);
  });

  it('ends as the final message, whatever was lost before', () => {
    const log = loaded([running()]);
    log.applyDeltas(growth('answer', 'Hel'));
    const final = running({
      revision: 4,
      n: 9,
      status: 'done',
      parts: [{ type: 'text', text: 'Hello you' }],
    });
    log.applyMessages({ type: 'messages', revision: 4, reset: false, messages: [final], removed: [] });
    log.applyDeltas(growth('answer', 'lo', 4));
    expect(words('answer', log)).toBe('Hello you');
    expect(log.runningId).toBeNull();
    expect(log.hasGap).toBe(false);
  });

  it('resumes when a finished answer is continued, even when a delta overtakes the event', () => {
    const stopped = running({ status: 'stopped', n: 3, parts: [{ type: 'text', text: 'Hel' }] });
    const log = loaded([stopped]);
    log.applyDeltas(growth('answer', 'lo', 4).slice(1));
    log.applyDeltas(growth('answer', 'lo', 4).slice(0, 1));
    log.applyMessages({
      type: 'messages',
      revision: 5,
      reset: false,
      messages: [{ ...stopped, revision: 5, status: 'running', turnId: 'u' }],
      removed: [],
    });
    expect(words('answer', log)).toBe('Hello');
    expect(log.runningId).toBe('answer');
  });

  it('changes no other message', () => {
    const log = loaded([message({ id: 'question', seq: 1 }), running()]);
    const { order } = log;
    const question = log.messages.get('question');
    log.applyDeltas(growth('answer', 'Hello'));
    expect(log.order).toBe(order);
    expect(log.messages.get('question')).toBe(question);
  });
});

describe('the path', () => {
  it('is the same however its events are ordered and repeated', () => {
    const events: Extract<ChannelLiveEvent, { type: 'messages' }>[] = [
      { messages: [message({ id: 'a', seq: 1, revision: 1 })], removed: [] as string[] },
      { messages: [message({ id: 'b', seq: 2, revision: 2 })], removed: [] },
      { messages: [message({ id: 'c', seq: 3, revision: 3 })], removed: [] },
      // The person edits b: b and c leave, a sibling comes.
      { messages: [message({ id: 'd', seq: 4, revision: 4, siblings: ['b', 'd'] })], removed: ['b', 'c'] },
      { messages: [message({ id: 'e', seq: 5, revision: 5 })], removed: [] },
    ].map((event, i) => ({ type: 'messages', reset: false, revision: i + 1, ...event }));
    for (let seed = 1; seed <= 50; seed++) {
      const log = loaded([]);
      for (const event of shuffled([...events, ...events], seed)) log.applyMessages(event);
      expect(log.order).toEqual(['a', 'd', 'e']);
      expect(log.revision).toBe(5);
    }
  });

  it('shows a message again when a newer event puts it on the path', () => {
    const log = loaded([message({ id: 'a', seq: 1 }), message({ id: 'b', seq: 2 })]);
    log.applyMessages({
      type: 'messages',
      revision: 2,
      reset: false,
      messages: [message({ id: 'c', seq: 3, revision: 2 })],
      removed: ['b'],
    });
    expect(log.order).toEqual(['a', 'c']);
    log.applyMessages({
      type: 'messages',
      revision: 3,
      reset: false,
      messages: [message({ id: 'b', seq: 2, revision: 3 })],
      removed: ['c'],
    });
    expect(log.order).toEqual(['a', 'b']);
  });

  it('ignores a change above the loaded window, which comes with its page', () => {
    const log = loaded([message({ id: 'z', seq: 90 })], { hasMore: true });
    log.applyMessages({
      type: 'messages',
      revision: 2,
      reset: false,
      messages: [message({ id: 'a', seq: 3, revision: 2 })],
      removed: [],
    });
    expect(log.order).toEqual(['z']);
    log.addOlder(page([message({ id: 'a', seq: 3, revision: 2 })], { hasMore: false }));
    expect(log.order).toEqual(['a', 'z']);
    expect(log.hasMore).toBe(false);
  });

  it('requests a new page when it branches above the loaded window', () => {
    const log = loaded([message({ id: 'z', seq: 90 })], { hasMore: true });
    const turned = log.applyMessages({
      type: 'messages',
      revision: 2,
      reset: false,
      messages: [message({ id: 'y', seq: 95, revision: 2 })],
      removed: ['z'],
    });
    expect(turned).toBe(true);
  });

  it('starts over on a reset and keeps the identity of unchanged messages', () => {
    const kept = message({ id: 'b', seq: 2 });
    const log = loaded([message({ id: 'a', seq: 1 }), kept]);
    log.applyMessages({
      type: 'messages',
      revision: 9,
      reset: true,
      hasMore: true,
      messages: [{ ...kept }, message({ id: 'c', seq: 3, revision: 9 })],
      removed: [],
    });
    expect(log.order).toEqual(['b', 'c']);
    expect(log.messages.get('b')).toBe(kept);
    expect(log.hasMore).toBe(true);
    expect(log.revision).toBe(9);
  });

  it('keeps pages apart from what events already brought', () => {
    const log = loaded([message({ id: 'b', seq: 2, revision: 5 })], { hasMore: true, revision: 5 });
    log.addOlder(page([message({ id: 'a', seq: 1 }), message({ id: 'b', seq: 2, revision: 1 })]));
    expect(log.order).toEqual(['a', 'b']);
    expect(log.messages.get('b')?.revision).toBe(5);
  });
});

describe('the result of a mutation', () => {
  const answer = {
    revision: 6,
    reset: false,
    messages: [message({ id: 'b', seq: 2, revision: 6 })],
    removed: [],
    queue: [],
  };

  it('shows at once, and never moves the revision used to reconnect', () => {
    const log = loaded([message({ id: 'a', seq: 1 })], { revision: 5 });
    log.applyAnswer(answer);
    expect(log.order).toEqual(['a', 'b']);
    expect(log.revision).toBe(5);
  });

  it('is ignored when the event came first', () => {
    const log = loaded([message({ id: 'a', seq: 1 })], { revision: 5 });
    log.applyMessages({ type: 'messages', revision: 7, reset: false, messages: [], removed: ['b'] });
    log.applyAnswer(answer);
    expect(log.order).toEqual(['a']);
  });
});

describe('the queue', () => {
  const queued = (id: string) => ({
    id,
    author: { id: 1, name: 'Ana', avatar: '' },
    text: id,
    mentions: [],
    files: [],
    createdAt: new Date(0),
  });

  it('is the one with the highest revision', () => {
    const log = loaded([]);
    log.applyQueue({ type: 'queue', revision: 4, queue: [queued('x'), queued('y')] });
    log.applyQueue({ type: 'queue', revision: 3, queue: [queued('x')] });
    expect(log.queue.map((entry) => entry.id)).toEqual(['x', 'y']);
    log.applyQueue({ type: 'queue', revision: 5, queue: [] });
    expect(log.queue).toEqual([]);
  });
});

describe('newerOf', () => {
  it('keeps the current copy when nothing differs, so that nothing renders again', () => {
    const held = message({ id: 'a', seq: 1, revision: 3 });
    expect(newerOf(held, { ...held })).toBe(held);
    expect(newerOf(held, { ...held, revision: 2 })).toBe(held);
    const newer = { ...held, revision: 4 };
    expect(newerOf(held, newer)).toBe(newer);
  });
});
