import { describe, expect, it } from 'vitest';
import { splitQuote, withoutCitations, withQuote } from '../document/citation.ts';
import { placeHash, placeIn } from './place.ts';

const place = { sourceId: '1a2b3c4d-0000-4000-8000-000000000000', page: 12, from: 0, to: 431 };

it('is what its hash says', () => {
  expect(placeIn(placeHash(place))).toEqual(place);
});

it.each([
  '',
  '#block=a',
  '#source=x&page=1&from=0&to=2',
  `${placeHash(place)}0000`,
  placeHash({ ...place, page: 0 }),
])('is not in %j', (hash) => {
  expect(placeIn(hash)).toBeNull();
});

it('is not in a hash without words', () => {
  expect(placeIn(placeHash({ ...place, from: 5, to: 5 }))).toBeNull();
});

it('leads a quotation to its words, which stay when links are left out', () => {
  const quote = { hash: placeHash(place), text: 'The harbour [old]' };
  const message = withQuote(quote, 'Why?');
  expect(splitQuote(message)).toEqual({ quote, words: 'Why?' });
  expect(withoutCitations(message)).toBe('The harbour [old]\n\nWhy?');
});

describe('a rectangle of a page', () => {
  const figure = { sourceId: place.sourceId, page: 3, area: { left: 0, top: 250, width: 1000, height: 400 } };

  it('is what its hash says, and leads a quotation to it', () => {
    expect(placeIn(placeHash(figure))).toEqual(figure);
    const quote = { hash: placeHash(figure), text: 'Part of page 3' };
    expect(splitQuote(withQuote(quote, 'What is it?'))).toEqual({ quote, words: 'What is it?' });
  });

  it.each([
    { ...figure.area, width: 0 },
    { ...figure.area, left: 1 },
    { ...figure.area, top: 900 },
  ])('is refused outside of its page: %j', (area) => {
    expect(placeIn(placeHash({ ...figure, area }))).toBeNull();
  });
});
