import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import Diagram from './Diagram.tsx';
import { drawDiagram } from './draw-diagram.ts';

// Drawing needs a browser that lays out text.
vi.mock('./draw-diagram.ts', () => ({ isDrawable: () => true, drawDiagram: vi.fn() }));

it('draws a diagram whose first part could not be drawn', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.mocked(drawDiagram)
    .mockRejectedValueOnce(new Error('half a line'))
    .mockResolvedValue(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
  const { rerender } = await act(async () => renderApp(<Diagram code="graph TD; a--" />));
  expect(screen.queryByRole('img')).toBeNull();
  await act(async () => rerender(<Diagram code="graph TD; a-->b" />));
  expect(screen.getByRole('img').querySelector('svg')).not.toBeNull();
});
