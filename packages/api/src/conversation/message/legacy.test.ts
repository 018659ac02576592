import type { Part } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { describe, expect, it } from 'vitest';
import { presentHistory, presentLegacy } from './legacy.ts';

const id = '0d2c4f1e-7f0a-4c0e-9f53-0a4a5b6c7d8e';
const person = { id: 7, name: 'Ada', avatar: '/ada.png' };
const assistant = { id: '5b1c0f9e-1f0a-4c0e-9f53-0a4a5b6c7d8e', name: 'Tan', avatar: '' };
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function message(values: Partial<Message>): Message {
  return {
    id,
    channelId: id,
    seq: 1,
    parentId: null,
    role: 'user',
    author: null,
    assistant: null,
    parts: [],
    status: 'done',
    error: null,
    n: 0,
    turnId: null,
    model: null,
    siblings: [id],
    mentions: [],
    reactions: [],
    revision: 1,
    createdAt: new Date(0),
    editedAt: null,
    abilities: { edit: false, react: false, regenerate: false, continue: false, decide: false },
    ...values,
  };
}

const text = (words: string): Part => ({ type: 'text', text: words });
const entry = (values: Partial<Message>) => {
  const [first] = presentLegacy(message(values));
  if (!first) throw new Error('no entry');
  return first;
};

describe('C29 annotations', () => {
  it('content that parses as JSON of type 3 yields its data', () => {
    const data = [{ kind: 'chart', values: [1, 2] }];
    const parts = [text(JSON.stringify({ type: 3, data }))];
    expect(entry({ parts, author: person }).annotations).toEqual(data);
    expect(entry({ parts, role: 'assistant', assistant }).annotations).toEqual(data);
  });

  it('an assistant’s are taken from ragContent', () => {
    const source: Part = { type: 'source-url', sourceId: '1', url: 'https://example.com/', title: 'Example' };
    const answer = entry({ role: 'assistant', assistant, parts: [text('Look'), source] });
    expect(answer.ragContent).toEqual([{ title: 'Example', url: 'https://example.com/' }]);
    expect(answer.annotations).toEqual(answer.ragContent);
    expect(entry({ role: 'assistant', assistant, parts: [text('Plain')] }).annotations).toEqual([]);
  });

  it('a quote in ragContent names its document, page and words', () => {
    const place = { page: 3, label: 'iii', from: 4, to: 9 };
    const citation: Part = {
      type: 'data-citation',
      data: {
        ...{ n: 1, name: 'lease.pdf', hash: 'a'.repeat(64), quote: 'rent', place },
        source: { kind: 'source', id, datasetId: assistant.id },
      },
    };
    const answer = entry({ role: 'assistant', assistant, parts: [text('Due [1](#citation=1).'), citation] });
    expect(answer.content).toBe('Due [1].');
    expect(answer.ragContent).toEqual([
      {
        ...{ title: '[1] lease.pdf, iii', url: '' },
        citation: { n: 1, quote: 'rent', datasetId: assistant.id, documentId: id, place },
      },
    ]);
  });

  it('a user message has one entry of type 2 with name and avatar', () => {
    expect(entry({ parts: [text('Hello')], author: person }).annotations).toEqual([
      { type: 2, name: 'Ada', avatar: '/ada.png' },
    ]);
  });

  it.each([
    ['without a user', 'Hello'],
    ['JSON of another type', '{"type": 4, "data": [1]}'],
    ['JSON that is no object', '[3]'],
    ['what only looks like JSON', '{type: 3'],
    ['null', 'null'],
    ['a prototype’s name', '{"__proto__": {"type": 3, "data": 1}}'],
  ])('is empty otherwise: %s', (_name, words) => {
    expect(entry({ parts: [text(words)] }).annotations).toEqual([]);
  });
});

describe('C30 content and tools', () => {
  const call = (state: 'input-available' | 'output-available' | 'output-error'): Part => ({
    type: 'dynamic-tool',
    toolCallId: 'call_1',
    toolName: 'calculator',
    state,
    input: { expression: '6 * 7' },
    ...(state === 'output-available' && { output: { value: 42 } }),
    ...(state === 'output-error' && { errorText: 'No.' }),
  });

  it('is a string without tools', () => {
    const parts = [text('One.'), { type: 'reasoning', text: 'hm' } as Part, text('Two.')];
    expect(entry({ parts })).toMatchObject({ content: 'One.\n\nTwo.', toolInvocations: [] });
  });

  it('is a list of text and calls with tools; an unfinished call is in state call', () => {
    const list = presentLegacy(
      message({ role: 'assistant', parts: [text('Let me see.'), call('input-available')] }),
    );
    expect(list).toHaveLength(1);
    expect(list[0]?.content).toEqual([
      { type: 'text', text: 'Let me see.' },
      { type: 'tool-call', toolCallId: 'call_1', toolName: 'calculator', args: { expression: '6 * 7' } },
    ]);
    expect(list[0]?.toolInvocations).toEqual([
      { state: 'call', toolCallId: 'call_1', toolName: 'calculator', args: { expression: '6 * 7' } },
    ]);
  });

  it('changes from call to result by id, with a tool message that holds the result', () => {
    const parts = [call('output-available'), text('It is 42.')];
    const [answer, tool] = presentLegacy(message({ role: 'assistant', assistant, parts }));
    expect(answer?.toolInvocations).toEqual([
      {
        state: 'result',
        toolCallId: 'call_1',
        toolName: 'calculator',
        args: { expression: '6 * 7' },
        result: { value: 42 },
      },
    ]);
    expect(tool).toMatchObject({
      role: 'tool',
      content: [{ toolCallId: 'call_1', result: { value: 42 } }],
      annotations: [],
    });
  });

  it('recognises a failed call by its result', () => {
    const [, tool] = presentLegacy(message({ role: 'assistant', parts: [call('output-error')] }));
    expect(tool?.content).toEqual([{ toolCallId: 'call_1', result: { error: 'No.' } }]);
  });

  it('gives results stable ids of their own, shaped like all ids', () => {
    const make = () => presentLegacy(message({ role: 'assistant', parts: [call('output-available')] }));
    const ids = make().map((each) => each.id);
    expect(ids[0]).toBe(id);
    expect(ids[1]).not.toBe(id);
    expect(ids[1]).toMatch(UUID_V4);
    expect(make().map((each) => each.id)).toEqual(ids);
  });
});

it('keeps the pagination of its page', () => {
  const pagination = { currentPage: 2, pageSize: 1, total: 9 };
  expect(presentHistory({ list: [message({ parts: [text('x')] })], pagination })).toMatchObject({
    list: [{ id, role: 'user', content: 'x' }],
    pagination,
  });
});

describe('files in the history of older clients', () => {
  const picture: Part = {
    type: 'file',
    mediaType: 'image/png',
    url: '/api/files/1/content',
    filename: 'x.png',
    alt: 'A [red]\n<fox>',
  };

  it('are Markdown links after the text, pictures as images', () => {
    const notes: Part = {
      type: 'file',
      mediaType: 'text/plain',
      url: '/api/files/2/content',
      filename: 'n.txt',
    };
    expect(entry({ parts: [text('Look'), picture, notes] }).content).toBe(
      'Look\n\n![A red fox](/api/files/1/content)\n\n[n.txt](/api/files/2/content)',
    );
    expect(entry({ role: 'assistant', assistant, parts: [picture] }).content).toBe(
      '![A red fox](/api/files/1/content)',
    );
  });
});
