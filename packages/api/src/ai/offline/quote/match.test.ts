import { expect, it } from 'vitest';
import { seek } from './match.ts';
import { prepare } from './prepared.ts';
import { readQuestion } from './question.ts';

const text = 'The quarterly harbour report costs forty crowns. The ferry leaves at noon. The ferry is blue.';
const prepared = prepare([{ id: '1.1', name: 'port.md', label: '1', text }]);
const sought = (asked: string) => seek(readQuestion(asked, [], prepared.languages).words, prepared);

it('looks for a bounded number of words of a long question, and for those that are there first', () => {
  const letters = 'abcdefghijklmnopqrst';
  const noise = [...letters].flatMap((a) => [...letters].map((b) => `q${a}${b}`)).join(' ');
  const words = sought(`${noise} ferry harbour`).map(({ written }) => written);
  expect(words).toHaveLength(32);
  expect(words.slice(-2)).toEqual(['ferry', 'harbour']);
});

it('corrects a few misspelt words', () => {
  const words = sought('quartrly harbuor reprot crwons feryr');
  expect(words.filter(({ corrected }) => corrected !== null)).toHaveLength(4);
});
