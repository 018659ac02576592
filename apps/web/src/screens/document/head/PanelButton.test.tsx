// @vitest-environment happy-dom
import { IconList } from '@tabler/icons-react';
import type { Discussion } from '@tandem/shared/discussion/schema';
import document from '@tandem/shared/locales/en/document.json';
import { act, fireEvent, screen } from '@testing-library/react';
import i18n from 'i18next';
import { expect, it, vi } from 'vitest';
import { discussionsOf } from '../../../entities/discussion/store.ts';
import { renderApp } from '../../../testing/render.tsx';
import { PanelButton } from './PanelButton.tsx';

i18n.addResourceBundle('en', 'document', document);

const discussion = (id: string, revision: number, resolvedAt: Date | null = null): Discussion => ({
  ...{ id, documentId: 'd', blockId: null, quote: '', creator: null, resolver: null, comments: [] },
  ...{ resolvedAt, revision, createdAt: new Date(0) },
  abilities: { reply: true, resolve: true, remove: true },
});

it('says how many comments are open, and keeps to it as they come and go', () => {
  const store = discussionsOf('d');
  vi.spyOn(store, 'open').mockReturnValue(() => {});
  const onClick = vi.fn();
  renderApp(
    <PanelButton icon={IconList} name="discussion" documentId="d" pressed={false} onClick={onClick} />,
  );
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Comments');
  act(() =>
    store.apply({
      discussions: [discussion('a', 1), discussion('b', 1), discussion('c', 1, new Date())],
      removed: [],
    }),
  );
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Comments, 2 open');
  expect(screen.getByText('2')).toBeTruthy();
  act(() => store.apply({ discussions: [discussion('a', 2, new Date())], removed: ['b'] }));
  fireEvent.click(screen.getByRole('button', { name: 'Comments' }));
  expect(onClick).toHaveBeenCalledOnce();
});

it('counts nothing at other panels', () => {
  discussionsOf('d').apply({ discussions: [discussion('x', 3)], removed: [] });
  renderApp(<PanelButton icon={IconList} name="outline" documentId="d" pressed onClick={() => {}} />);
  expect(screen.getByRole('button', { name: 'Outline' }).textContent).toBe('');
});
