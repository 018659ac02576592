import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import Diagram from './Diagram.tsx';
import { drawDiagram } from './draw-diagram.ts';

// Drawing needs a browser that lays out text.
vi.mock('./draw-diagram.ts', () => ({ isDrawable: () => true, drawDiagram: vi.fn() }));

it('opens enlarged, in a copy that keeps the inline one', async () => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 900 300');
  vi.mocked(drawDiagram).mockResolvedValue(svg);
  await act(async () => renderApp(<Diagram code="graph TD; a-->b" />));
  fireEvent.click(screen.getByRole('button', { name: 'Enlarge diagram' }));
  const large = await screen.findByRole('dialog', { name: 'Diagram' });
  expect(large.querySelector('svg[width="900"]')).not.toBeNull();
  expect(svg.isConnected).toBe(true);
});

it('draws a diagram whose partial source failed to draw', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.mocked(drawDiagram)
    .mockRejectedValueOnce(new Error('half a line'))
    .mockResolvedValue(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
  const { rerender } = await act(async () => renderApp(<Diagram code="graph TD; a--" />));
  expect(screen.queryByRole('img')).toBeNull();
  await act(async () => rerender(<Diagram code="graph TD; a-->b" />));
  expect(screen.getByRole('img').querySelector('svg')).not.toBeNull();
});
