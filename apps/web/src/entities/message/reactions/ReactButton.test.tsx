import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { ReactMenu } from './ReactButton.tsx';

it('returns the focus to the button that opened it', async () => {
  renderApp(<ReactMenu onGive={vi.fn()} />);
  const button = () => document.querySelector<HTMLElement>('button[aria-haspopup=dialog]');
  await waitFor(() => expect(button()).not.toBeNull());
  await act(async () => fireEvent.click(button() as HTMLElement));
  const first = await screen.findByLabelText('👍');
  await act(async () => fireEvent.keyDown(first, { key: 'Escape', code: 'Escape' }));
  await waitFor(() => expect(button()?.getAttribute('aria-expanded')).toBe('false'));
  expect(document.activeElement).toBe(button());
});
