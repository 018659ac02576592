import type { Citation } from '@tandem/shared/dataset/citation';
import chat from '@tandem/shared/locales/en/chat.json';
import workspace from '@tandem/shared/locales/en/workspace.json';
import { fireEvent, screen } from '@testing-library/react';
import i18n from 'i18next';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render.tsx';
import { CitedSources } from '../../../ui/markdown/cited-sources.ts';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import { OpenCitationContext } from '../open-citation.ts';
import CitationChip from './CitationChip.tsx';

i18n.addResourceBundle('en', 'chat', chat);
i18n.addResourceBundle('en', 'workspace', workspace);

const citation: Citation = {
  n: 1,
  source: { kind: 'source', id: 's', datasetId: 'd' },
  name: 'lease.pdf',
  hash: 'h',
  quote: 'on the first day',
  place: { page: 2, label: 'ii', from: 0, to: 16 },
};

function show(text: string, citations: readonly Citation[], open = vi.fn()) {
  const chipOf = (n: number) => {
    const found = citations.find((each) => each.n === n);
    return found && <CitationChip citation={found} messageId="m" />;
  };
  renderApp(
    <MemoryRouter>
      <OpenCitationContext value={open}>
        <CitedSources value={chipOf}>
          <Markdown text={text} />
        </CitedSources>
      </OpenCitationContext>
    </MemoryRouter>,
  );
  return open;
}

it('shows the number of a citation, which opens it', () => {
  const open = show('Due early [1](#citation=1).', [citation]);
  fireEvent.click(screen.getByRole('button', { name: 'Citation 1: lease.pdf, page ii' }));
  expect(open).toHaveBeenCalledWith(citation, 'm');
});

it('names a document without a name as one in the language of the reader', () => {
  show('Due early [1](#citation=1).', [{ ...citation, name: '' }]);
  expect(screen.getByRole('button', { name: 'Citation 1: Untitled, page ii' })).toBeTruthy();
});

it('says that a quote could not be found', () => {
  show('Due early [1](#citation=1).', [{ ...citation, place: null }]);
  expect(screen.getByRole('button', { name: /lease\.pdf.*could not be found in the source/ })).toBeTruthy();
});

it('shows the bare number of a citation that is not there', () => {
  show('Due early [7](#citation=7).', [citation]);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/\[7\]/)).toBeTruthy();
});
