import { Button } from '@mantine/core';
import type { PageArea } from '@tandem/shared/dataset/place';
import type { SourceReader } from '@tandem/shared/dataset/reader';
import { cursorColour } from '@tandem/shared/document/schema';
import { itemOptions, itemStarts, pageTextOf } from '@tandem/shared/file/page-text';
import {
  type PDFDocumentProxy,
  type PDFPageProxy,
  RenderingCancelledException,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type CSSProperties, memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaMark } from '../area/AreaMark.tsx';
import { ReaderFaces } from '../readers/ReaderFaces.tsx';
import type { PageSize } from './layout.ts';
import classes from './PageView.module.css';
import { PageWords } from './page-words.ts';
import { layScanWords, scanWordsOf } from './scan-words.ts';
import './words.css';

/** CSS pixels of one PDF unit at 100 %. */
export const UNIT = 96 / 72;
/** Pixels of a canvas; a page that would need more is drawn less sharply. */
const MAX_PIXELS = 16_000_000;

interface PageViewProps {
  /** Null for what is no stored file. */
  fileId: string | null;
  pdf: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** For screen readers. */
  title: string;
  scale: number;
  rotation: number;
  top: number;
  size: PageSize;
  dark: boolean;
  /** A rectangle of the page that is marked. */
  area: PageArea | null;
  /** Other people who read it now. */
  readers: readonly SourceReader[];
  /** Called with the page's size at 100 %, unturned. */
  onSize(number: number, size: PageSize): void;
  /** Called when the words of the page are there, and with null when they are no longer. */
  onWords(number: number, words: PageWords | null): void;
  /** Opens the file again, after a page could not be loaded. */
  onRetry(): void;
}

/** One page: its picture, and its words above it, which can be selected and marked. */
export const PageView = memo(function PageView(props: PageViewProps) {
  const {
    fileId,
    pdf,
    number,
    title,
    scale,
    rotation,
    top,
    size,
    dark,
    area,
    readers,
    onSize,
    onWords,
    onRetry,
  } = props;
  const { t } = useTranslation('source');
  const [failed, setFailed] = useState(false);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const picture = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let left = false;
    const loading = pdf.getPage(number);
    loading.then(
      (loaded) => {
        if (left) return;
        const { width, height } = loaded.getViewport({ scale: UNIT });
        onSize(number, [width, height]);
        setPage(loaded);
      },
      // The others are shown.
      () => left || setFailed(true),
    );
    return () => {
      left = true;
      loading.then((loaded) => loaded.cleanup()).catch(() => {});
    };
  }, [pdf, number, onSize]);

  useEffect(() => {
    if (!page) return;
    const viewport = page.getViewport({ scale: scale * UNIT, rotation: page.rotate + rotation });
    const dense = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
    const sharp = page.getViewport({ scale: scale * UNIT * dense, rotation: page.rotate + rotation });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(sharp.width));
    canvas.height = Math.max(1, Math.floor(sharp.height));
    const drawing = page.render({ canvas, viewport: sharp });
    // Until it is drawn, the picture of the former size stays.
    drawing.promise.then(
      () => {
        picture.current?.replaceChildren(canvas);
        setFailed(false);
      },
      (error: unknown) => error instanceof RenderingCancelledException || setFailed(true),
    );
    return () => drawing.cancel();
  }, [page, scale, rotation]);

  useEffect(() => {
    const place = words.current;
    if (!page || !place) return;
    let layer: TextLayer | null = null;
    let left = false;
    const write = async () => {
      const content = await page.getTextContent(itemOptions);
      const text = pageTextOf(content.items, page.userUnit);
      const scan = await scanWordsOf(fileId, number, text).catch(() => null);
      if (left) return;
      if (scan) {
        const { width, height } = page.getViewport({ scale: 1 });
        onWords(number, layScanWords(place, scan, [width, height], rotation));
        return;
      }
      const viewport = page.getViewport({ scale: UNIT, rotation: page.rotate + rotation });
      place.replaceChildren();
      layer = new TextLayer({ textContentSource: content, container: place, viewport });
      await layer.render();
      if (!left) onWords(number, new PageWords(text, itemStarts(content.items), layer.textDivs));
    };
    write().catch(() => {});
    return () => {
      left = true;
      layer?.cancel();
      onWords(number, null);
    };
  }, [page, fileId, number, rotation, onWords]);

  const style: CSSProperties & Record<'--total-scale-factor', number> = {
    top,
    width: Math.floor(size[0] * scale),
    height: Math.floor(size[1] * scale),
    '--total-scale-factor': scale * UNIT,
  };
  return (
    <section
      className={classes.page}
      data-page={number}
      data-dark={dark || undefined}
      aria-label={title}
      style={style}
    >
      <div ref={picture} className={classes.picture} aria-hidden />
      <div ref={words} className="pdf-words" />
      {area && <AreaMark area={area} rotation={rotation} />}
      {readers.map(({ person, mark }) =>
        mark && 'area' in mark ? (
          <AreaMark key={person.id} area={mark.area} rotation={rotation} colour={cursorColour(person.id)} />
        ) : null,
      )}
      {readers.length > 0 && (
        <div className={classes.readers}>
          <ReaderFaces readers={readers} size={20} />
        </div>
      )}
      {failed && (
        <div className={classes.failed} role="status">
          <p>{t('problem.page')}</p>
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      )}
    </section>
  );
});
