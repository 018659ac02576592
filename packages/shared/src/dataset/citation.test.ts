import { expect, it } from 'vitest';
import { citationIn, citationLink, withoutCitationLinks, withoutCitationNumbers } from './citation.ts';

it('a link to a citation leads to its number', () => {
  expect(citationLink(12)).toBe('[12](#citation=12)');
  expect(citationIn('#citation=12')).toBe(12);
  expect(citationIn('#citation=12a')).toBeNull();
  expect(citationIn('#block=12')).toBeNull();
});

it('links to citations become bare numbers, and other links stay', () => {
  const text = `Due${citationLink(1)}${citationLink(2)}, see [3](#citation=4) and [5](https://example.com).`;
  expect(withoutCitationLinks(text)).toBe('Due[1][2], see [3](#citation=4) and [5](https://example.com).');
});

it('an excerpt has no citations, whole or cut', () => {
  const text = `Due ${citationLink(1)}${citationLink(2)}, see [3](#citation=4).`;
  expect(withoutCitationNumbers(text)).toBe('Due, see [3](#citation=4).');
  expect(withoutCitationNumbers('(#citation=12), and so on [1](#cita')).toBe(', and so on');
  expect(withoutCitationNumbers('So on [12](#citation=1')).toBe('So on');
});
