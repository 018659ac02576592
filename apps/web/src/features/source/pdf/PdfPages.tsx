import type { PageArea } from '@tandem/shared/dataset/place';
import type { SourceReader } from '@tandem/shared/dataset/reader';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readLocal, writeLocal } from '../../../lib/storage/storage.ts';
import { FindBar } from '../../../ui/find/FindBar.tsx';
import { useIsPhone } from '../../../ui/page/shell.ts';
import { AreaLayer } from '../area/AreaLayer.tsx';
import { areaOf, type Box } from '../area/area.ts';
import { cutOut } from '../area/cut-out.ts';
import { useReadersByPage } from '../readers/readers.ts';
import { unbroken } from '../selection/unbroken.ts';
import { useSelected } from '../selection/use-selected.ts';
import type { PdfViewerProps } from '../viewer.ts';
import { nextScale, type Zoom } from './layout.ts';
import { PagePanel } from './PagePanel.tsx';
import { PageView } from './PageView.tsx';
import { PdfToolbar } from './PdfToolbar.tsx';
import classes from './PdfViewer.module.css';
import { selectedIn } from './selected.ts';
import { type FoundPlace, useFind } from './use-find.ts';
import { useGestures } from './use-gestures.ts';
import { useMarks } from './use-marks.ts';
import { labelOf } from './use-pdf.ts';
import { useScroll } from './use-scroll.ts';
import { useViewerKeys } from './use-viewer-keys.ts';

const DARK_KEY = 'pdf-dark';
const nobody: readonly SourceReader[] = [];

interface PdfPagesProps extends PdfViewerProps {
  url: string;
  pdf: PDFDocumentProxy;
  /** Printed numbers of the pages; null when they are just counted. */
  labels: readonly string[] | null;
  /** Opens the file again. */
  onRetry(): void;
}

/** Where finding stands: the words, and which place of them is shown. */
interface Wanted {
  words: string;
  /** Null until the reader steps: the first place from the page on which they began. */
  at: number | null;
  from: number;
}

/** The pages of an open PDF, with everything to go through them. */
export function PdfPages(props: PdfPagesProps) {
  const { pdf, labels, name, fileId, url, marks, target, selected, onPage, onSelect, onRetry } = props;
  const drawn = selected && 'area' in selected ? selected : null;
  const { t } = useTranslation('source');
  const frame = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const [zoom, setZoom] = useState<Zoom>('width');
  const [rotation, setRotation] = useState(0);
  const [dark, setDark] = useState(() => readLocal(DARK_KEY) === true);
  const [panel, setPanel] = useState(false);
  const [drawing, setDrawing] = useState(false);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const readers = useReadersByPage(props.readers);
  const count = pdf.numPages;

  const pages = useScroll(frame, count, { zoom, rotation, page: Math.min(count, target.page) });
  const { layout, shown, toPage, reveal, hold } = pages;
  const page = shown?.page ?? Math.min(count, target.page);
  const scale = pages.scaleOf(page - 1);
  const finding = useFind(fileId, pdf, wanted?.words ?? '');
  const { places } = finding;
  const at = placeAt(wanted, finding);
  const place = places[at] ?? null;
  const painted = useMarks(
    { marks, mark: target.mark, places, place, readers: props.readers ?? nobody },
    reveal,
  );
  const { want } = painted;
  const nameOf = useCallback((page: number) => labelOf(labels, page), [labels]);
  const read = useCallback(
    (range: Range) => selectedIn(painted.pages, range, nameOf),
    [painted.pages, nameOf],
  );
  useSelected(frame, read, onSelect);
  const draw = () => {
    document.getSelection()?.removeAllRanges();
    onSelect(null);
    setDrawing(!drawing);
  };
  const stopDrawing = () => {
    setDrawing(false);
    frame.current?.focus({ preventScroll: true });
  };
  useGestures(frame, {
    scale,
    onScale(next, x, y) {
      hold(x, y);
      setZoom(next);
    },
  });

  // Each target is gone to once; its layout may change later.
  const go = useRef(toPage);
  go.current = toPage;
  useEffect(() => {
    if (!target.mark || !painted.pages.has(target.page))
      go.current(target.page, target.area ? Math.max(0, target.area.top / 1_000 - 0.1) : 0);
    want(target.mark);
  }, [target, want, painted.pages]);
  // What was drawn before would hide what the target marks.
  const dropDrawn = useEffectEvent(() => {
    if (drawn) onSelect(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another target is the occasion
  useEffect(() => dropDrawn(), [target]);
  useEffect(() => {
    if (!place) return;
    if (!painted.pages.has(place.page)) go.current(place.page);
    want(place);
  }, [place, want, painted.pages]);
  const seen = shown?.page;
  useEffect(() => {
    if (seen !== undefined) onPage(seen);
  }, [seen, onPage]);

  const zoomBy = (by: 1 | -1) => setZoom(nextScale(scale, by));
  const rotate = () => setRotation((held) => (held + 90) % 360);
  const find = () => {
    setWanted((held) => held ?? { words: '', at: null, from: page });
    frame.current?.parentElement?.querySelector<HTMLInputElement>('search input')?.select();
  };
  useViewerKeys();
  const onKeyDown = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'f' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      find();
      return;
    }
    if (isCommand || event.altKey || event.target !== frame.current) return;
    if (event.key === 'Escape' && drawn) {
      event.preventDefault();
      // Elsewhere it stops the answer.
      event.stopPropagation();
      onSelect(null);
      return;
    }
    // Enlarged, a page is wider than the view, and the arrows go across it.
    const isWide = frame.current !== null && frame.current.scrollWidth > frame.current.clientWidth;
    const act = {
      PageDown: () => toPage(page + 1),
      PageUp: () => toPage(page - 1),
      ...(!isWide && { ArrowRight: () => toPage(page + 1), ArrowLeft: () => toPage(page - 1) }),
      Home: () => toPage(1),
      End: () => toPage(count),
      '+': () => zoomBy(1),
      '=': () => zoomBy(1),
      '-': () => zoomBy(-1),
      0: () => setZoom('width'),
      r: rotate,
      a: draw,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const areaOn = (number: number): PageArea | null => {
    if (drawn) return drawn.page === number ? drawn.area : null;
    return target.page === number ? (target.area ?? null) : null;
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the viewer work wherever the focus is in it
    <div className={classes.viewer} onKeyDown={onKeyDown}>
      <PdfToolbar
        {...{ page, count, labels, zoom, scale, dark, panel, drawing, url, name }}
        onGo={toPage}
        onZoom={setZoom}
        onZoomBy={zoomBy}
        onRotate={rotate}
        onDark={() => {
          writeLocal(DARK_KEY, !dark);
          setDark(!dark);
        }}
        onPanel={() => setPanel(!panel)}
        onFind={find}
        onDraw={draw}
      />
      <div className={classes.body}>
        {panel && (
          <PagePanel
            {...{ pdf, page, nameOf, dark, rotation, readers }}
            onGo={(next, part) => {
              toPage(next, part);
              // There it covers the pages.
              if (isPhone) setPanel(false);
            }}
          />
        )}
        <div className={classes.pages}>
          {wanted && (
            <FindBar
              words={wanted.words}
              count={places.length}
              at={at}
              going={finding.going}
              isMore={finding.isMore}
              onWords={(words) =>
                setWanted({ words, at: null, from: wanted.words === '' ? page : wanted.from })
              }
              onStep={(by) => setWanted({ ...wanted, at: (at + by + places.length) % places.length })}
              onClose={() => {
                setWanted(null);
                frame.current?.focus();
              }}
            />
          )}
          {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <div
            ref={frame}
            className={classes.scroll}
            tabIndex={0}
            role="document"
            aria-label={name}
            data-source-scroll
            onScroll={pages.onScroll}
          >
            {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: until here */}
            <div
              className={classes.sheet}
              style={{ height: layout.tops[count] ?? 0, minWidth: layout.width }}
            >
              {Array.from({ length: shown ? shown.last - shown.first + 1 : 0 }, (_, each) => {
                const index = (shown?.first ?? 0) + each;
                return (
                  <PageView
                    key={index}
                    fileId={fileId}
                    pdf={pdf}
                    number={index + 1}
                    title={t('page.label', { label: nameOf(index + 1) })}
                    scale={pages.scaleOf(index)}
                    rotation={rotation}
                    top={layout.tops[index] ?? 0}
                    size={pages.sizeOf(index)}
                    dark={dark}
                    area={areaOn(index + 1)}
                    readers={readers.get(index + 1) ?? nobody}
                    onSize={pages.onSize}
                    onWords={painted.onWords}
                    onRetry={onRetry}
                  />
                );
              })}
              {drawing && (
                <AreaLayer
                  frame={frame}
                  page={page}
                  onCancel={stopDrawing}
                  onArea={(number, box, around) => {
                    stopDrawing();
                    const area = areaOf(box, around, rotation);
                    const text = unbroken(
                      painted.pages.get(number)?.within(inWindow(box, frame.current)) ?? '',
                    );
                    const picture = () => cutOut(pdf, { page: number, area, rotation });
                    onSelect({ page: number, label: nameOf(number), area, text, picture });
                  }}
                />
              )}
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

/** A rectangle of the sheet, in the window. */
function inWindow({ left, top, width, height }: Box, frame: HTMLElement | null): DOMRect {
  const sheet = frame?.firstElementChild?.getBoundingClientRect();
  return new DOMRect(left + (sheet?.left ?? 0), top + (sheet?.top ?? 0), width, height);
}

/** Returns which place is shown; none until one is found from the page on which the reader began. */
function placeAt(
  wanted: Wanted | null,
  { places, going }: { places: readonly FoundPlace[]; going: boolean },
) {
  if (!wanted || places.length === 0) return -1;
  if (wanted.at !== null) return Math.min(wanted.at, places.length - 1);
  const next = places.findIndex(({ page }) => page >= wanted.from);
  return next >= 0 || going ? next : 0;
}
