import { describe, expect, it } from 'vitest';
import { type Candidate, cutAtMentions, insertMention, matching, mentionsOf, typedAt } from './mentions.ts';

const people: Candidate[] = [
  { type: 'assistant', id: 'a', name: 'Assistant', avatar: '' },
  { type: 'user', id: 1, name: 'Ann', avatar: '' },
  { type: 'user', id: 2, name: 'Anna Bell', avatar: '' },
  { type: 'user', id: 3, name: '小明', avatar: '' },
];
const names = (list: readonly Candidate[]) => list.map(({ name }) => name);

describe('the name being written', () => {
  it('begins with an @ that begins a word, and ends at the caret', () => {
    expect(typedAt('Hi @an', 6)).toEqual({ start: 3, query: 'an' });
    expect(typedAt('@', 1)).toEqual({ start: 0, query: '' });
    expect(typedAt('@anna b', 7)).toEqual({ start: 0, query: 'anna b' });
    expect(typedAt('你好@小', 4)).toEqual({ start: 2, query: '小' });
    expect(typedAt('你好＠小', 4)).toEqual({ start: 2, query: '小' });
    expect(typedAt('Hi @an there', 6)).toEqual({ start: 3, query: 'an' });
  });

  it.each([
    ['mail@example.test', 17],
    ['no name', 7],
    ['@ space', 7],
    ['@two  spaces', 12],
    ['@line\nnext', 10],
    [`@${'x'.repeat(60)}`, 61],
  ])('is none in %j', (text, caret) => {
    expect(typedAt(text, caret)).toBeNull();
  });
});

it('finds by the beginning of a name, then of its words, then by any part', () => {
  expect(names(matching(people, 'an'))).toEqual(['Ann', 'Anna Bell', 'Assistant']);
  expect(names(matching(people, 'be'))).toEqual(['Anna Bell']);
  expect(names(matching(people, '明'))).toEqual(['小明']);
  expect(matching(people, 'zz')).toEqual([]);
});

it('finds a name without its accents, and with them', () => {
  const friends: Candidate[] = [
    { type: 'user', id: 4, name: 'Émile Straße', avatar: '' },
    { type: 'user', id: 5, name: 'Emily', avatar: '' },
  ];
  expect(names(matching(friends, 'emil'))).toEqual(['Émile Straße', 'Emily']);
  expect(names(matching(friends, 'É'))).toEqual(['Émile Straße', 'Emily']);
  expect(names(matching(friends, 'strass'))).toEqual(['Émile Straße']);
});

it('puts the name in the place of what was typed', () => {
  expect(insertMention('Hi @an', { start: 3, query: 'an' }, 'Ann')).toEqual({ text: 'Hi @Ann ', caret: 8 });
  expect(insertMention('Hi @an, you', { start: 3, query: 'an' }, 'Ann')).toEqual({
    text: 'Hi @Ann, you',
    caret: 7,
  });
});

it('tells whom a text names, not those whose name only begins another word', () => {
  expect(mentionsOf('@Anna Bell and @Assistant', people)).toEqual([
    { type: 'assistant', assistantId: 'a' },
    { type: 'user', userId: 2 },
  ]);
  expect(mentionsOf('@小明你好', people)).toEqual([{ type: 'user', userId: 3 }]);
  expect(mentionsOf('＠小明你好', people)).toEqual([{ type: 'user', userId: 3 }]);
  expect(mentionsOf('Ann', people)).toEqual([]);
});

it('cuts a text at the names in it, the longer one where two begin alike', () => {
  const ann = { type: 'user' as const, userId: 1, name: 'Ann' };
  const anna = { type: 'user' as const, userId: 2, name: 'Anna Bell' };
  expect(cutAtMentions('Hi @Anna Bell, @Ann!', [ann, anna])).toEqual([
    { text: 'Hi ', mention: null },
    { text: '@Anna Bell', mention: anna },
    { text: ', ', mention: null },
    { text: '@Ann', mention: ann },
    { text: '!', mention: null },
  ]);
  expect(cutAtMentions('＠Ann', [ann])).toEqual([{ text: '＠Ann', mention: ann }]);
  expect(cutAtMentions('plain @', [ann])).toEqual([{ text: 'plain @', mention: null }]);
});
