import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { ListProblem } from './ListProblem.tsx';

it('says why a list is not there, and loads it again', () => {
  const retry = vi.fn();
  renderApp(<ListProblem error={new Error('The list is busy')} onRetry={retry} />);
  expect(screen.getByRole('alert').textContent).toContain('The list is busy');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});
