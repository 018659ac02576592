import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { readLocal, writeLocal } from '../../lib/storage/storage.ts';
import classes from './SplitHandle.module.css';

/** Shares of the width that the first side can take, in percent. */
const MIN = 25;
const MAX = 75;
/** Percent by which a key moves the handle. */
const STEP = 2;

export interface Split {
  /** The element around both sides. */
  frame: RefObject<HTMLDivElement | null>;
  /** Percent of the width that the first side takes. */
  share: number;
  change(share: number): void;
}

/** How two sides share a width, as the reader left it in this browser. */
export function useSplit(key: string, usual: number): Split {
  const frame = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(() => {
    const kept = readLocal(key);
    return typeof kept === 'number' ? within(kept) : usual;
  });
  const change = useCallback(
    (next: number) => {
      setShare(within(next));
      writeLocal(key, within(next));
    },
    [key],
  );
  return { frame, share, change };
}

function within(share: number): number {
  return Math.min(MAX, Math.max(MIN, share));
}

/** Between two sides: drags, and with the arrow keys moves, the border. */
export function SplitHandle({ label, split }: { label: string; split: Split }) {
  const { frame, share, change } = split;
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !frame.current) return;
    const { left, width } = frame.current.getBoundingClientRect();
    change(((event.clientX - left) / width) * 100);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    const next = by === undefined ? { Home: MIN, End: MAX }[event.key] : share + by;
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      className={classes.handle}
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      aria-valuenow={Math.round(share)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}
