import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { Given } from './Given.tsx';

it('shows every argument of a tool call in full', () => {
  const decoys = Array.from({ length: 200 }, (_, n) => `decoy${n}`);
  const words = `${'a'.repeat(30_000)} and then some`;
  const input = { ...Object.fromEntries(decoys.map((name) => [name, 1])), recipient: words };
  renderApp(<Given input={input} order={decoys} />);
  expect(screen.getAllByRole('term')).toHaveLength(201);
  expect(screen.getByText('recipient')).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
});
