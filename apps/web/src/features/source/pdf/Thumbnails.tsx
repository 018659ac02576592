import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { VList, type VListHandle } from 'virtua';
import { ReaderFaces } from '../readers/ReaderFaces.tsx';
import type { ReadersByPage } from '../readers/readers.ts';
import classes from './PagePanel.module.css';

/** Width of a small page, in CSS pixels. */
const WIDTH = 112;
/** Height of a line of the list until its page is known, in CSS pixels. */
const HEIGHT = 196;

interface ThumbnailsProps {
  pdf: PDFDocumentProxy;
  page: number;
  nameOf(page: number): string;
  dark: boolean;
  /** Degrees by which pages are turned. */
  rotation: number;
  readers: ReadersByPage;
  onGo(page: number): void;
}

/** Small pictures of all pages, of which only those in view are drawn. One of them is reached by Tab, others by arrows. */
export function Thumbnails({ pdf, page, nameOf, dark, rotation, readers, onGo }: ThumbnailsProps) {
  const { t } = useTranslation('source');
  const list = useRef<VListHandle>(null);
  const frame = useRef<HTMLElement>(null);
  /** Whether the focus goes with the page that is read. */
  const follows = useRef(false);
  const isOpened = useRef(false);
  useEffect(() => {
    // With its neighbours on both sides at first; later no further than it takes to see it.
    list.current?.scrollToIndex(page - 1, { align: isOpened.current ? 'nearest' : 'center' });
    isOpened.current = true;
    if (!follows.current) return;
    follows.current = false;
    frame.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [page]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: page + 1, ArrowUp: page - 1, Home: 1, End: pdf.numPages }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next < 1 || next > pdf.numPages || next === page) return;
    follows.current = true;
    onGo(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of fields it is not
    <section
      ref={frame}
      className={classes.thumbnails}
      onKeyDown={onKeyDown}
      role="group"
      aria-label={t('panel.pages')}
    >
      <VList ref={list} itemSize={HEIGHT} keepMounted={[page - 1]}>
        {Array.from({ length: pdf.numPages }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
          <div key={index} className={classes.line}>
            <button
              type="button"
              className={classes.thumbnail}
              aria-label={t('page.label', { label: nameOf(index + 1) })}
              aria-current={index + 1 === page ? 'page' : undefined}
              tabIndex={index + 1 === page ? 0 : -1}
              onClick={() => onGo(index + 1)}
            >
              <Thumbnail pdf={pdf} number={index + 1} dark={dark} rotation={rotation} />
              <span aria-hidden>{nameOf(index + 1)}</span>
            </button>
            <span className={classes.readers}>
              <ReaderFaces readers={readers.get(index + 1) ?? []} size={18} />
            </span>
          </div>
        ))}
      </VList>
    </section>
  );
}

type ThumbnailProps = Pick<ThumbnailsProps, 'pdf' | 'dark' | 'rotation'> & { number: number };

function Thumbnail({ pdf, number, dark, rotation }: ThumbnailProps) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let left = false;
    let stop = () => {};
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (left) return;
      const turned = { rotation: page.rotate + rotation };
      const { width } = page.getViewport({ scale: 1, ...turned });
      const viewport = page.getViewport({
        scale: (WIDTH / width) * Math.min(2, devicePixelRatio),
        ...turned,
      });
      const canvas = document.createElement('canvas');
      canvas.width = Math.ceil(viewport.width);
      canvas.height = Math.min(4 * canvas.width, Math.ceil(viewport.height));
      const drawing = page.render({ canvas, viewport });
      stop = () => drawing.cancel();
      await drawing.promise;
      if (!left) place.current?.replaceChildren(canvas);
      page.cleanup();
    };
    // A page that cannot be drawn stays empty.
    draw().catch(() => {});
    return () => {
      left = true;
      stop();
    };
  }, [pdf, number, rotation]);
  return <span ref={place} className={classes.small} data-dark={dark || undefined} aria-hidden />;
}
