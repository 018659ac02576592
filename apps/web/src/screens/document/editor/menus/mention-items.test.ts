import { expect, it } from 'vitest';
import { toldApart } from './mention-items.tsx';

it('gives each item of a menu a unique title that reads the same', () => {
  const titles = toldApart([{ title: 'Cora' }, { title: 'Olive' }, { title: 'Cora' }, { title: 'Cora' }]).map(
    ({ title }) => title,
  );
  expect(new Set(titles).size).toBe(4);
  expect(titles.map((title) => title.replaceAll('\u2060', ''))).toEqual(['Cora', 'Olive', 'Cora', 'Cora']);
});
