import { act } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { renderApp } from '../../testing/render.tsx';
import { Markdown } from './Markdown.tsx';

/** Renders a text, and returns the element that holds it. */
export async function show(text: string, { streaming = false } = {}): Promise<HTMLElement> {
  let container = document.body;
  await act(async () => {
    ({ container } = renderApp(
      <MemoryRouter>
        <Markdown text={text} streaming={streaming} />
      </MemoryRouter>,
    ));
  });
  return container.querySelector<HTMLElement>('[class*=markdown]') ?? container;
}
