import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  layOut,
  type PageLayout,
  type PageSize,
  pageAt,
  scaleOf,
  scaleWithin,
  turned,
  type Zoom,
} from './layout.ts';

interface Shown {
  /** Indices from 0; `last` is included. */
  first: number;
  last: number;
  /** The page that is read, from 1. */
  page: number;
}

export interface ScrolledPages {
  layout: PageLayout;
  /** Null until the view was measured: nothing can be shown before. */
  shown: Shown | null;
  sizeOf(index: number): PageSize;
  scaleOf(index: number): number;
  onScroll(): void;
  onSize(number: number, size: PageSize): void;
  /** Scrolls to a page, from 1; to a place in it by the share of its height that is above. */
  toPage(number: number, part?: number): void;
  /** Keeps what is at this point of the window there when the scale changes. */
  hold(x: number, y: number): void;
  /** Scrolls a stretch that is shown into the middle of the view, unless it is well in view. */
  reveal(range: Range): void;
}

/** The point that stays where it is in the view while sizes change. */
interface Anchor {
  /** A page from 0, and the share of its height that is above the line that stays. */
  index: number;
  part: number;
  /** The share of the sheet's width left of the line that stays. */
  across: number;
  /** Where these lines are in the view, in CSS pixels; null for its middle. */
  x: number | null;
  y: number;
}

/** A4 at 100 %, in CSS pixels: the size of pages that are not known yet, and of no page at all. */
const A4: PageSize = [794, 1123];
/** Pixels within which a stretch counts as near the edge. */
const EDGE = 48;
/** Pixels of the space above a page that are seen when it is scrolled to. */
const ABOVE = 6;

/** Lays out the pages of a file in a scrolled element, and keeps the place while their sizes change. */
export function useScroll(
  frame: RefObject<HTMLElement | null>,
  count: number,
  { zoom, rotation, page }: { zoom: Zoom; rotation: number; page: number },
): ScrolledPages {
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const [view, setView] = useState<PageSize | null>(null);
  const anchor = useRef<Anchor>({ index: page - 1, part: 0, across: 0.5, x: null, y: ABOVE });
  const [shown, setShown] = useState<Shown | null>(null);

  const usual = sizes.get(1) ?? sizes.values().next().value ?? A4;
  const usualScale = view ? scaleOf(zoom, turned(usual, rotation), view) : 1;
  const sizeOf = useCallback(
    (index: number) => turned(sizes.get(index + 1) ?? usual, rotation),
    [sizes, usual, rotation],
  );
  const scaleAt = useCallback(
    (index: number) => (view ? scaleWithin(zoom, usualScale, sizeOf(index), view) : usualScale),
    [zoom, usualScale, sizeOf, view],
  );
  const layout = useMemo(() => {
    const indices = [...Array(count).keys()];
    return layOut(indices.map(sizeOf), indices.map(scaleAt));
  }, [count, sizeOf, scaleAt]);

  const look = useCallback(() => {
    const element = frame.current;
    if (!element || element.clientHeight === 0) return;
    const { scrollTop, clientHeight } = element;
    const next = {
      first: Math.max(0, pageAt(layout, scrollTop) - 1),
      last: Math.min(count - 1, pageAt(layout, scrollTop + clientHeight) + 1),
      page: pageAt(layout, scrollTop + clientHeight / 3) + 1,
    };
    setShown((held) =>
      held?.first === next.first && held.last === next.last && held.page === next.page ? held : next,
    );
  }, [frame, layout, count]);

  const settle = useCallback(() => {
    const element = frame.current;
    if (!element || !view) return;
    const { index, part, across, x, y } = anchor.current;
    const top = layout.tops[index] ?? 0;
    const { clientWidth } = element;
    element.scrollTop = top + part * ((layout.tops[index + 1] ?? top) - top) - y;
    element.scrollLeft = across * Math.max(clientWidth, layout.width) - (x ?? clientWidth / 2);
    look();
  }, [frame, layout, look, view]);
  useLayoutEffect(settle, [settle]);

  const onScroll = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    anchor.current = { ...placeAt(element, layout, 0, element.clientWidth / 2), x: null, y: 0 };
    look();
  }, [frame, layout, look]);

  const hold = useCallback(
    (clientX: number, clientY: number) => {
      const element = frame.current;
      if (!element) return;
      const { left, top } = element.getBoundingClientRect();
      const [x, y] = [clientX - left, clientY - top];
      anchor.current = { ...placeAt(element, layout, y, x), x, y };
    },
    [frame, layout],
  );

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () =>
      // Hidden, it has no size, and keeps the one that it will have again.
      element.clientWidth > 0 && setView([element.clientWidth, element.clientHeight]);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [frame]);

  const onSize = useCallback((number: number, size: PageSize) => {
    setSizes((held) => {
      const known = held.get(number);
      return known?.[0] === size[0] && known[1] === size[1] ? held : new Map(held).set(number, size);
    });
  }, []);

  const toPage = useCallback(
    (number: number, part = 0) => {
      const index = Math.min(count, Math.max(1, number)) - 1;
      anchor.current = { index, part, across: 0.5, x: null, y: ABOVE };
      settle();
    },
    [count, settle],
  );

  const reveal = useCallback(
    (range: Range) => {
      const element = frame.current;
      if (!element) return;
      const box = range.getBoundingClientRect();
      const around = element.getBoundingClientRect();
      if (box.top < around.top + EDGE || box.bottom > around.bottom - EDGE)
        element.scrollTop += box.top - around.top - element.clientHeight / 3;
      if (box.left < around.left || box.right > around.right)
        element.scrollLeft += box.left - around.left - EDGE;
    },
    [frame],
  );

  return { layout, shown, sizeOf, scaleOf: scaleAt, onScroll, onSize, toPage, hold, reveal };
}

/** Which place of which page is at a point of the view. */
function placeAt(element: HTMLElement, layout: PageLayout, y: number, x: number) {
  const at = element.scrollTop + y;
  const index = pageAt(layout, at);
  const top = layout.tops[index] ?? 0;
  const height = (layout.tops[index + 1] ?? top + 1) - top;
  const width = Math.max(element.clientWidth, layout.width);
  // Above the first page it is negative.
  return { index, part: (at - top) / height, across: (element.scrollLeft + x) / width };
}
