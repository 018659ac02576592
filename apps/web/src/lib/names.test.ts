import { describe, expect, test } from 'vitest';
import { byName, compareNames } from './names.ts';
import { fitOf, loadSpelling } from './spelling.ts';

const inOrder = (language: string, names: string[]) => names.toSorted((a, b) => compareNames(a, b, language));

describe('names', () => {
  test('sort by pinyin for readers of Chinese', () => {
    expect(inOrder('zh-CN', ['王伟', '李娜', '安琪', '张三'])).toEqual(['安琪', '李娜', '王伟', '张三']);
  });

  test('sort alphabetically for readers of English, ignoring accents and case', () => {
    expect(inOrder('en', ['zoe', 'Émile', 'bob', 'Anna', 'eve'])).toEqual([
      'Anna',
      'bob',
      'Émile',
      'eve',
      'zoe',
    ]);
  });

  test('sort by the numbers in them', () => {
    expect(inOrder('en', ['Team 10', 'Team 2'])).toEqual(['Team 2', 'Team 10']);
  });

  test('that are equal sort by id', () => {
    const things = [
      { id: 'b', name: 'Notes' },
      { id: 'a', name: 'notes' },
    ];
    expect(things.toSorted(byName('en')).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

test('match by pinyin once the dictionary is loaded', async () => {
  expect(fitOf('李娜', 'lina')).toBeNull();
  expect(fitOf('李娜', '李')).toBe(0);
  const fit = await loadSpelling();
  expect(fitOf('李娜', 'lina', fit)).toBe(0);
  expect(fitOf('李娜', 'l n', fit)).toBe(0);
  expect(fitOf('李娜', 'x', fit)).toBeNull();
  expect(await loadSpelling()).toBe(fit);
});
