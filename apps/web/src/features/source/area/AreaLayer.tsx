import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Area.module.css';
import { type Box, boxBetween } from './area.ts';

/** Smallest side of a rectangle, in CSS pixels: less is a press. */
const MIN_SIDE = 8;
/** Pixels by which a key moves or sizes the rectangle. */
const STEP = 16;

interface AreaLayerProps {
  /** The scrolled element with the pages. */
  frame: RefObject<HTMLElement | null>;
  /** The page that is read, from 1: where a rectangle drawn by keys begins. */
  page: number;
  /** Called with a page and a rectangle of it, both in the window. */
  onArea(page: number, box: Box, around: Box): void;
  onCancel(): void;
}

/** Pixels that are seen beyond the edge that a key moved. */
const EDGE = 24;

interface Drawn {
  page: number;
  /** In the layer. */
  box: Box;
}

/** Lies over the pages while the reader draws a rectangle: by mouse, finger or pen, or by arrow keys. */
export function AreaLayer({ frame, page, onArea, onCancel }: AreaLayerProps) {
  const { t } = useTranslation('source');
  const layer = useRef<HTMLDivElement>(null);
  const begin = useRef<{ page: number; x: number; y: number } | null>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    const element = layer.current;
    element?.focus({ preventScroll: true });
    // A finger that draws must not count as one that flings the page: the tap after that only stops it.
    const keep = (event: TouchEvent) => event.preventDefault();
    element?.addEventListener('touchstart', keep, { passive: false });
    return () => element?.removeEventListener('touchstart', keep);
  }, []);

  /** The rectangle of a page in the layer. */
  const pageBox = (number: number): Box | null => {
    const element = frame.current?.querySelector(`[data-page="${number}"]`);
    const around = layer.current?.getBoundingClientRect();
    if (!element || !around) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left: left - around.left, top: top - around.top, width, height };
  };
  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const around = layer.current?.getBoundingClientRect();
    return { x: clientX - (around?.left ?? 0), y: clientY - (around?.top ?? 0) };
  };
  const finish = ({ page, box }: Drawn) => {
    const around = pageBox(page);
    if (around && box.width >= MIN_SIDE && box.height >= MIN_SIDE) onArea(page, box, around);
    else setDrawn(null);
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const point = pointOf(event);
    const number = [...(frame.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])]
      .map((element) => Number(element.dataset.page))
      .find((each) => {
        const box = pageBox(each);
        return box && point.y >= box.top && point.y <= box.top + box.height;
      });
    if (number === undefined) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    begin.current = { page: number, ...point };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!begin.current) return;
    const around = pageBox(begin.current.page);
    if (around)
      setDrawn({ page: begin.current.page, box: boxBetween(begin.current, pointOf(event), around) });
  };
  const onPointerUp = (event: PointerEvent) => {
    const from = begin.current;
    begin.current = null;
    const around = from && pageBox(from.page);
    if (around) finish({ page: from.page, box: boxBetween(from, pointOf(event), around) });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    } else if (event.key === 'Enter' && drawn) {
      event.preventDefault();
      finish(drawn);
    } else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      const next = moved(drawn ?? firstOf(page), event);
      setDrawn(next);
      if (next && frame.current) showEdge(frame.current, next.box, event);
    }
  };
  /** The middle of what is seen of a page. */
  const firstOf = (number: number): Drawn | null => {
    const around = pageBox(number);
    const element = frame.current;
    if (!around || !element) return null;
    const top = Math.max(around.top, element.scrollTop);
    const bottom = Math.min(around.top + around.height, element.scrollTop + element.clientHeight);
    const [width, height] = [around.width / 2, (bottom - top) / 2];
    return { page: number, box: { left: around.left + width / 2, top: top + height / 2, width, height } };
  };
  const moved = (held: Drawn | null, { key, shiftKey }: KeyboardEvent): Drawn | null => {
    const around = held && pageBox(held.page);
    if (!around) return held;
    const across = { ArrowRight: STEP, ArrowLeft: -STEP }[key] ?? 0;
    const down = { ArrowDown: STEP, ArrowUp: -STEP }[key] ?? 0;
    const { left, top, width, height } = held.box;
    const start = shiftKey ? { x: left, y: top } : { x: left + across, y: top + down };
    const end = {
      x: Math.max(start.x + MIN_SIDE, left + width + across),
      y: Math.max(start.y + MIN_SIDE, top + height + down),
    };
    return { ...held, box: boxBetween(start, end, around) };
  };

  return (
    <div
      ref={layer}
      className={classes.layer}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys draw in it
      tabIndex={0}
      aria-label={t('area.draw')}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        begin.current = null;
        setDrawn(null);
      }}
      onKeyDown={onKeyDown}
    >
      {drawn && <div className={classes.area} data-drawing style={{ ...drawn.box }} />}
    </div>
  );
}

/** Scrolls the edge of the rectangle that a key moved into the view. */
function showEdge(frame: HTMLElement, { left, top, width, height }: Box, { key, shiftKey }: KeyboardEvent) {
  // What resizes it moves its lower right corner only.
  const y = key === 'ArrowUp' && !shiftKey ? top : top + height;
  const x = key === 'ArrowLeft' && !shiftKey ? left : left + width;
  if (key === 'ArrowUp' || key === 'ArrowDown')
    frame.scrollTop = scrolledTo(y, frame.scrollTop, frame.clientHeight);
  else frame.scrollLeft = scrolledTo(x, frame.scrollLeft, frame.clientWidth);
}

function scrolledTo(edge: number, from: number, size: number): number {
  return Math.min(edge - EDGE, Math.max(from, edge + EDGE - size));
}
