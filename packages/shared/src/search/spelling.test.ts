import { describe, expect, test } from 'vitest';
import { processorTime } from '../testing/processor-time.ts';
import { spell } from './spelling.ts';
import { fitOfName, spells, typedWords } from './spelt.ts';
import { fold } from './words.ts';

const first = (spelling: string) => spelling.split('\n')[0];
const fits = (name: string, query: string) => fitOfName(fold(name), spell(name), typedWords(query));

describe('spelling', () => {
  test.each([
    ['李娜', ' li na'],
    ['重庆', ' chong qing'],
    ['产品 Roadmap 2026', ' chan pin roadmap 2026'],
    ['a李b', ' a li b'],
    ['吕布', ' lv bu'],
    ['欧阳娜娜', ' ou yang na na'],
    ['😀李', ' li'],
  ])('of %s', (name, spelling) => {
    expect(first(spell(name))).toBe(spelling);
  });

  test('is empty where nothing can be spelt', () => {
    for (const name of ['', 'Lina', 'さくら', '김', 'Łódź']) expect(spell(name)).toBe('');
  });

  test('is never empty where something can be spelt', () => {
    for (const name of ['𠮷', '㐀', '々', '⺀', '\u{3fffd}']) expect(spell(name)).not.toBe('');
  });

  test('reads a family name as such', () => {
    expect(first(spell('单雄信', 'person'))).toBe(' shan xiong xin');
    expect(first(spell('曾国藩', 'person'))).toBe(' zeng guo fan');
    expect(first(spell('曾经', 'thing'))).toBe(' ceng jing');
    expect(spell('单雄信', 'thing').split('\n')).toContain(' shan xiong xin');
  });

  test('of a very long name is bounded', () => {
    expect(spell('乐'.repeat(5_000)).length).toBeLessThan(2_000);
  });
});

describe('the typed query finds', () => {
  test.each([
    'lina',
    'ln',
    'li na',
    'l n',
    'lin',
    'lna',
    'LiNa',
    "li'na",
    'li',
    'l',
    '李',
    '李n',
    '李na',
    'na',
    'na li',
  ])('李娜 by %s', (query) => {
    expect(fits('李娜', query)).not.toBeNull();
  });

  test.each(['ina', 'linb', 'nal', 'lin a', 'a', '王', '李b', 'l.n', 'linali'])('李娜 not by %s', (query) => {
    expect(fits('李娜', query)).toBeNull();
  });

  test.each([
    ['张三', 'zhs'],
    ['吕布', 'lubu'],
    ['吕布', 'lvbu'],
    ['吕布', 'lyu bu'],
    ['吕布', 'lü'],
    ['李乐', 'liyue'],
    ['李乐', 'lile'],
    ['单雄信', 'shanxx'],
    ['西安', "xi'an"],
    ['产品 Roadmap', 'cproad'],
    ['产品 Roadmap', 'roadmap chanpin'],
  ])('%s by %s', (name, query) => {
    expect(fits(name, query)).not.toBeNull();
  });

  test('names that begin with it first', () => {
    expect(fits('李娜', 'ln')).toBe(0);
    expect(fits('王李娜', 'ln')).toBe(2);
    expect(fits('Lina', 'lina')).toBe(0);
    expect(fits('Anna Lina', 'lina')).toBe(1);
  });

  test('its names without trying every combination', async () => {
    const line = ` ${Array.from({ length: 40 }, () => 'aaaaaaaa').join(' ')}`;
    const spent = await processorTime(() => {
      expect(spells(line, [`${'a'.repeat(39)}b`])).toBe(false);
    });
    expect(spent).toBeLessThan(500);
  });
});
