import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { SideScroll } from './SideScroll.tsx';

it('marks the edges that its content goes on beyond', () => {
  renderApp(<SideScroll data-testid="box">Wide</SideScroll>);
  const box = screen.getByTestId('box');
  const at = (scrollLeft: number, clientWidth = 100) => {
    for (const [name, value] of Object.entries({ scrollLeft, clientWidth, scrollWidth: 300 }))
      Object.defineProperty(box, name, { value, configurable: true });
    fireEvent.scroll(box);
    return ['data-before', 'data-after'].filter((edge) => box.hasAttribute(edge));
  };
  expect(at(0)).toEqual(['data-after']);
  expect(at(90)).toEqual(['data-before', 'data-after']);
  expect(at(200)).toEqual(['data-before']);
  expect(at(0, 300)).toEqual([]);
});
