import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { Sources } from './Sources.tsx';

// Loads what opens on demand, so that no test waits for its compilation.
beforeAll(() => import('../../../ui/address/LeaveDialog.tsx'));

it('shows the whole address of a page before it opens', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const url = 'https://collect.example/?d=Ada%20earns';
  await act(async () => {
    renderApp(<Sources parts={[{ type: 'source-url', sourceId: '1', url, title: 'Town hall' }]} />);
  });
  const link = screen.getByRole('link', { name: 'Town hall' });
  let isFollowed = true;
  await act(async () => {
    isFollowed = fireEvent.click(link);
  });
  expect(isFollowed).toBe(false);
  expect(screen.getByRole('dialog').textContent).toContain(url);
  expect(opened).not.toHaveBeenCalled();
});
