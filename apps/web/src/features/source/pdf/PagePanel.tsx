import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReadersByPage } from '../readers/readers.ts';
import { OutlineTree } from './OutlineTree.tsx';
import { entryOf, type OutlineEntry, readOutline, shareAbove } from './outline.ts';
import classes from './PagePanel.module.css';
import { Thumbnails } from './Thumbnails.tsx';

interface PagePanelProps {
  pdf: PDFDocumentProxy;
  /** The page that is read, from 1. */
  page: number;
  nameOf(page: number): string;
  dark: boolean;
  /** Degrees by which pages are turned. */
  rotation: number;
  readers: ReadersByPage;
  /** Goes to a page; to a place in it by the share of its height that is above. */
  onGo(page: number, part?: number): void;
}

/** Beside the pages: small pictures of them, or the outline of the file if it has one. */
export function PagePanel({ pdf, page, nameOf, dark, rotation, readers, onGo }: PagePanelProps) {
  const { t } = useTranslation('source');
  const [outline, setOutline] = useState<readonly OutlineEntry[]>([]);
  const [view, setView] = useState<'pages' | 'outline'>('pages');
  useEffect(() => {
    let left = false;
    readOutline(pdf).then(
      (read) => left || setOutline(read),
      // A file whose outline is broken has none.
      () => {},
    );
    return () => {
      left = true;
    };
  }, [pdf]);
  const goTo = async ({ page, height }: OutlineEntry) => {
    if (page !== null) onGo(page, await shareAbove(pdf, { page, height, rotation }).catch(() => 0));
  };
  return (
    <aside className={classes.panel} aria-label={t('panel.label')}>
      {outline.length > 0 && (
        <SegmentedControl
          size="xs"
          fullWidth
          className={classes.choice ?? ''}
          value={view}
          onChange={(next) => setView(next === 'outline' ? 'outline' : 'pages')}
          data={[
            { value: 'pages', label: t('panel.pages') },
            { value: 'outline', label: t('panel.outline') },
          ]}
        />
      )}
      {view === 'outline' && outline.length > 0 ? (
        <OutlineTree
          entries={outline}
          current={entryOf(outline, page)}
          nameOf={nameOf}
          onGo={(entry) => void goTo(entry)}
        />
      ) : (
        <Thumbnails {...{ pdf, page, nameOf, dark, rotation, readers, onGo }} />
      )}
    </aside>
  );
}
