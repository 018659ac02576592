import { act } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { Markdown } from '../ui/markdown/Markdown.tsx';
import { renderApp } from './render.tsx';

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
