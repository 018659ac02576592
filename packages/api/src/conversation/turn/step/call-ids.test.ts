import type { ModelMessage } from 'ai';
import { expect, it } from 'vitest';
import { CallIds } from './call-ids.ts';

const call = (toolCallId: string, rest: object = {}) =>
  ({
    type: 'tool-call',
    toolCallId,
    toolName: 'note',
    input: { text: toolCallId },
    dynamic: true,
    ...rest,
  }) as const;
const written = (...toolCallIds: string[]): ModelMessage[] => [
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Noting' },
      ...toolCallIds.map((toolCallId) => ({
        ...{ type: 'tool-call' as const, toolCallId, toolName: 'note' },
        input: {},
      })),
    ],
  },
];
const idsIn = (messages: readonly ModelMessage[]) =>
  messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])),
  );

it('calls of one id get ids of their own, in the stream, in what is stored and in the messages', () => {
  const ids = new CallIds();
  const parts = ['a', 'a', '', '', 'b\0'].map((id) => call(id));
  const taken = parts.flatMap((part) => ids.take(part)).map(({ toolCallId }) => toolCallId);
  expect(new Set(taken).size).toBe(5);
  expect(taken[0]).toBe('a');
  expect(taken[4]).toBe('b');
  expect(parts.slice(0, 4).map(({ toolCallId }) => toolCallId)).toEqual(taken.slice(0, 4));
  expect(idsIn(ids.rename(written('a', 'a', '', '', 'b\0')))).toEqual(taken);
});

it('a call whose input does not fit is left to its answer', () => {
  const ids = new CallIds();
  expect(ids.take(call('a', { invalid: true }))).toEqual([]);
  expect(ids.take(call('b'))).toHaveLength(1);
  expect(ids.count).toBe(2);
  expect(idsIn(ids.rename(written('a', 'b')))).toEqual(['a', 'b']);
});

it('an input that is too long becomes a text, which no tool runs with', () => {
  const long = { text: 'x'.repeat(500_000) };
  const [taken] = new CallIds().take(call('a', { input: long }));
  expect(typeof taken?.input).toBe('string');
  const [kept] = new CallIds().take(call('a', { input: { text: '\n'.repeat(100_000) } }));
  expect(kept?.input).toEqual({ text: '\n'.repeat(100_000) });
});
