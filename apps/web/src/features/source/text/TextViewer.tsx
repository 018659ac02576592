import { Button, Loader } from '@mantine/core';
import type { SourceReader } from '@tandem/shared/dataset/reader';
import { hasSameWords } from '@tandem/shared/dataset/same-words';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VList, type VListHandle } from 'virtua';
import { paint, paintReaders, unpaint } from '../highlights.ts';
import { ReaderFaces } from '../readers/ReaderFaces.tsx';
import { useReadersByPage } from '../readers/readers.ts';
import { unbroken } from '../selection/unbroken.ts';
import { useSelected } from '../selection/use-selected.ts';
import type { SelectedWords, SourceMark, SourceViewerProps } from '../viewer.ts';
import '../highlights.css';
import classes from './TextViewer.module.css';
import { type TextPagesState, useTextPages } from './use-text-pages.ts';

/** Height of a page until it is known, in CSS pixels. */
const HEIGHT = 480;
const nobody: readonly SourceReader[] = [];

/** The text of a file that is no PDF, page by page as it was read. */
export default function TextViewer(props: SourceViewerProps) {
  const { t } = useTranslation('source');
  const state = useTextPages(props.fileId);
  const { reading, failed, retry } = state;
  if (failed && !reading)
    return (
      <div className={classes.state} role="alert">
        <p>{t('problem.unreachable')}</p>
        <Button variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      </div>
    );
  if (!reading || (reading.done === 0 && (reading.status === 'queued' || reading.status === 'reading')))
    return (
      <div className={classes.state} role="status">
        <Loader size="sm" />
        <p>{t('reading')}</p>
      </div>
    );
  if (reading.done === 0)
    return (
      <div className={classes.state}>
        <p>{t(reading.problem ? `problem.${reading.problem}` : 'problem.notReadable')}</p>
      </div>
    );
  return <TextPages {...props} {...state} count={Math.max(reading.done, reading.pages ?? 0)} />;
}

type TextPagesProps = SourceViewerProps & Pick<TextPagesState, 'pages' | 'need'> & { count: number };

function TextPages(props: TextPagesProps) {
  const { name, count, pages, need, marks, target, readers = nobody, onPage, onSelect } = props;
  const byPage = useReadersByPage(readers);
  const { t } = useTranslation('source');
  const list = useRef<VListHandle>(null);
  const frame = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(0);
  const wanted = useRef<SourceMark | null>(null);
  const look = useCallback(() => {
    const handle = list.current;
    if (!handle) return;
    const first = handle.findItemIndex(handle.scrollOffset);
    onPage(handle.findItemIndex(handle.scrollOffset + handle.viewportSize / 3) + 1);
    need(first + 1);
    need(Math.min(count, handle.findItemIndex(handle.scrollOffset + handle.viewportSize) + 1));
    setShown((each) => each + 1);
  }, [count, need, onPage]);

  // The list draws its pages a moment after it is there itself, and scrolls none of a short source.
  const onText = useCallback((text: HTMLElement | null) => {
    if (text) setShown((each) => each + 1);
  }, []);

  const isKnown = pages.has(target.page);
  useEffect(() => {
    need(target.page);
    wanted.current = target.mark;
    // Once its text is there, the page has the height that it will keep.
    list.current?.scrollToIndex(Math.min(count, target.page) - 1, { align: 'start' });
    if (isKnown) setShown((each) => each + 1);
  }, [target, isKnown, count, need]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what scrolls into view is painted as well
  useLayoutEffect(() => {
    const timer = requestAnimationFrame(() => {
      const rangesOf = (each: readonly SourceMark[]) => each.flatMap((mark) => rangeIn(frame, mark) ?? []);
      paint('marks', rangesOf(marks));
      paint('mark', rangesOf(target.mark ? [target.mark] : []));
      paintReaders(readers, (mark) => rangeIn(frame, mark));
      const range = wanted.current && rangeIn(frame, wanted.current);
      if (!range) return;
      wanted.current = null;
      range.startContainer.parentElement?.scrollIntoView({ block: 'start' });
      const box = range.getBoundingClientRect();
      const around = frame.current?.getBoundingClientRect();
      if (around && list.current) list.current.scrollBy(box.top - around.top - list.current.viewportSize / 3);
    });
    return () => cancelAnimationFrame(timer);
  }, [shown, pages, marks, target, readers]);
  useEffect(() => unpaint, []);
  const read = useCallback((range: Range) => selectedIn(frame, pages, range), [pages]);
  useSelected(frame, read, onSelect);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={frame} className={classes.frame} tabIndex={0} aria-label={name} data-source-scroll>
      <VList ref={list} className={classes.list} itemSize={HEIGHT} onScroll={look}>
        {Array.from({ length: count }, (_, index) => {
          const page = pages.get(index + 1);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
            <section key={index} className={classes.page} data-page={index + 1}>
              <h2 className={classes.label}>{page?.label || String(index + 1)}</h2>
              <ReaderFaces readers={byPage.get(index + 1) ?? nobody} size={18} />
              {page ? (
                <p ref={onText} className={classes.text} data-text>
                  {page.text}
                </p>
              ) : (
                <p className={classes.waiting}>{t('reading')}</p>
              )}
              {page?.problem && (
                <p className={classes.waiting}>
                  {t(page.problem === 'empty' ? 'page.empty' : `problem.${page.problem}`)}
                </p>
              )}
            </section>
          );
        })}
      </VList>
    </section>
  );
}

function nodeOf(frame: RefObject<HTMLElement | null>, page: number): Node | null {
  return frame.current?.querySelector(`[data-page="${page}"] [data-text]`)?.firstChild ?? null;
}

/** The stretch of a shown page with these offsets; null where other words stand. */
function rangeIn(frame: RefObject<HTMLElement | null>, { page, from, to, quote }: SourceMark): Range | null {
  const node = nodeOf(frame, page);
  const text = node?.textContent ?? '';
  if (!node || to > text.length) return null;
  if (quote !== null && !hasSameWords(text.slice(from, to), quote)) return null;
  const range = new Range();
  range.setStart(node, from);
  range.setEnd(node, to);
  return range;
}

/** The selected words of the page in which the selection begins. */
function selectedIn(
  frame: RefObject<HTMLElement | null>,
  pages: TextPagesState['pages'],
  range: Range,
): SelectedWords | null {
  const element = range.startContainer.parentElement?.closest<HTMLElement>('[data-page]');
  const page = pages.get(Number(element?.dataset.page));
  const node = page && nodeOf(frame, page.index);
  if (!page || !node) return null;
  const from = range.startContainer === node ? range.startOffset : 0;
  const to = range.endContainer === node ? range.endOffset : page.text.length;
  const text = unbroken(page.text.slice(from, to));
  return text ? { page: page.index, label: page.label || String(page.index), text, from, to } : null;
}
