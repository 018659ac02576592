import { expect, it } from 'vitest';
import { isSmall } from './diagram-safety.ts';

const nodes = Array.from({ length: 1_500 }, (_, at) => `a${at}`);

it.each([
  ['nodes in lines', `graph TD\n${nodes.join('\n')}`],
  ['nodes in statements', `graph TD;${nodes.join(';')}`],
  ['nodes in one statement', `graph TD\n${nodes.join(' & ')}`],
  ['topics', `mindmap\nroot\n${'  a\n'.repeat(200)}`],
  ['words', `graph TD\na["${'word '.repeat(5_000)}"]`],
])('a diagram of too many %s is not drawn', (_label, source) => {
  expect(isSmall(source)).toBe(false);
});

it('a diagram of a few dozen steps is', () => {
  expect(isSmall(`graph TD\n${nodes.slice(0, 80).join(' --> b\n')}`)).toBe(true);
});
