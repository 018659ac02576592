import { describe, expect, it } from 'vitest';
import { type Candidate, cutAtMentions, insertMention, matching, mentionsOf, typedAt } from './mentions.ts';

const people: Candidate[] = [
  { type: 'assistant', id: 'a', name: 'Assistant', avatar: '' },
  { type: 'user', id: 1, name: 'Ann', avatar: '' },
  { type: 'user', id: 2, name: 'Anna Bell', avatar: '' },
  { type: 'user', id: 3, name: '小明', avatar: '' },
];
const names = (list: readonly Candidate[]) => list.map(({ name }) => name);

describe('the mention being typed', () => {
  it('starts with an @ at the beginning of a word, and ends at the caret', () => {
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
  ])('is absent in %j', (text, caret) => {
    expect(typedAt(text, caret)).toBeNull();
  });
});

it('matches the beginning of a name, then of its words, then any part', () => {
  expect(names(matching(people, 'an'))).toEqual(['Ann', 'Anna Bell', 'Assistant']);
  expect(names(matching(people, 'be'))).toEqual(['Anna Bell']);
  expect(names(matching(people, '明'))).toEqual(['小明']);
  expect(matching(people, 'zz')).toEqual([]);
});

it('matches a name with or without its accents', () => {
  const friends: Candidate[] = [
    { type: 'user', id: 4, name: 'Émile Straße', avatar: '' },
    { type: 'user', id: 5, name: 'Emily', avatar: '' },
  ];
  expect(names(matching(friends, 'emil'))).toEqual(['Émile Straße', 'Emily']);
  expect(names(matching(friends, 'É'))).toEqual(['Émile Straße', 'Emily']);
  expect(names(matching(friends, 'strass'))).toEqual(['Émile Straße']);
});

it('replaces the typed text by the name', () => {
  expect(insertMention('Hi @an', { start: 3, query: 'an' }, 'Ann')).toEqual({ text: 'Hi @Ann ', caret: 8 });
  expect(insertMention('Hi @an, you', { start: 3, query: 'an' }, 'Ann')).toEqual({
    text: 'Hi @Ann, you',
    caret: 7,
  });
});

it('finds the people named in a text, not a name that only begins another word', () => {
  expect(mentionsOf('@Anna Bell and @Assistant', people)).toEqual([
    { type: 'assistant', assistantId: 'a' },
    { type: 'user', userId: 2 },
  ]);
  expect(mentionsOf('@小明你好', people)).toEqual([{ type: 'user', userId: 3 }]);
  expect(mentionsOf('＠小明你好', people)).toEqual([{ type: 'user', userId: 3 }]);
  expect(mentionsOf('Ann', people)).toEqual([]);
});

it('splits a text at names, preferring the longer one', () => {
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
