import { expect, it } from 'vitest';
import { isPageNumber } from './page-label.ts';

it.each(['1', '250', 'xiv', 'XII', 'A-3', 'B.12', 'C4'])('takes %s for the number of a page', (label) => {
  expect(isPageNumber(label)).toBe(true);
});

it.each(['Rules', 'Civil', 'Costs, 1–3', '1–50', 'Chapter 2', '第三章', ''])(
  'takes %j for words',
  (label) => {
    expect(isPageNumber(label)).toBe(false);
  },
);
