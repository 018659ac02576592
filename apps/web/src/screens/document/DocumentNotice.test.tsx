import en from '@tandem/shared/locales/en/document.json';
import { cleanup, screen } from '@testing-library/react';
import i18n from 'i18next';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { renderApp } from '../../testing/render.tsx';
import type { Collab } from './collab/collab.ts';
import type { CollabState } from './collab/state.ts';
import { DocumentNotice, ReadOnlyNote } from './DocumentNotice.tsx';

beforeAll(() => {
  i18n.addResourceBundle('en', 'document', en);
});
afterEach(cleanup);

/** A document whose newest state cannot be read, as its reader has it open. */
function frozen(versionId: string | null): Collab {
  const state = createStore<CollabState>(() => ({
    phase: 'open',
    connected: true,
    noSocket: false,
    canEdit: false,
    unsaved: false,
    again: false,
    composing: false,
    busy: false,
    frozen: { versionId },
    refused: null,
  }));
  return { state } as Collab;
}

function show(versionId: string | null, canRestore: boolean) {
  const collab = frozen(versionId);
  renderApp(
    <>
      <DocumentNotice collab={collab} editor={null} canRestore={canRestore} onReopen={() => {}} />
      <ReadOnlyNote collab={collab} canComment />
    </>,
  );
  return screen.getByRole('alert');
}

describe('a document that cannot be opened', () => {
  it('offers its last version to anyone who may restore it, and names what is lost', () => {
    expect(show('a', true).textContent).toContain(en.notice.frozen.words);
    expect(screen.getByRole('button').textContent).toBe(en.notice.frozen.restore);
  });

  it.each([
    ['a', false, en.notice.frozen.reader],
    [null, true, en.notice.frozen.none],
  ])('offers nothing the reader cannot do, with version %s', (versionId, canRestore, sentence) => {
    expect(show(versionId, canRestore).textContent).toContain(sentence);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not described as a lack of rights', () => {
    show('a', true);
    expect(screen.queryByText(en.notice.commentOnly)).toBeNull();
  });
});
