import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** This close to the end, in pixels, counts as at the end: browsers round scroll positions. */
const END_TOLERANCE = 2;
/** Farther than this from the end, in pixels, a way back to it is offered. */
const FAR = 120;
const UP_KEYS = new Set(['ArrowUp', 'PageUp', 'Home']);

export interface Follow {
  /** Whether the view stays at the end while it grows. */
  following: boolean;
  /** Whether the end is out of sight by more than a few lines. */
  far: boolean;
  /** Scrolls to the end and stays there. */
  follow(): void;
  /** Stays at the end if it is in view. */
  followIfAtEnd(): void;
  /** Stops staying at the end. */
  release(): void;
}

/**
 * Keeps a growing list at its end until its reader scrolls up. After that it does not scroll until they
 * return to the end themselves. Only the reader's own gestures count: the virtual list changes the scroll
 * position too, when it measures rows.
 * @param viewport the scrolling element
 * @param content its only child, which grows
 */
export function useFollow(
  viewport: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  initially: boolean,
): Follow {
  const [following, setFollowing] = useState(initially);
  const [far, setFar] = useState(false);
  const current = useRef(initially);

  const set = useCallback((value: boolean) => {
    current.current = value;
    setFollowing(value);
  }, []);

  const toEnd = useCallback(() => {
    const element = viewport.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [viewport]);

  const follow = useCallback(() => {
    set(true);
    toEnd();
  }, [set, toEnd]);
  const followIfAtEnd = useCallback(() => {
    if (viewport.current && isAtEnd(viewport.current)) set(true);
  }, [set, viewport]);
  const release = useCallback(() => set(false), [set]);

  useEffect(() => {
    const element = viewport.current;
    const inner = content.current;
    if (!element || !inner) return;
    const measure = () => setFar(!current.current && distanceToEnd(element) > FAR);
    const observer = new ResizeObserver(() => {
      if (current.current) toEnd();
      measure();
    });
    observer.observe(element);
    observer.observe(inner);

    let dragging = false;
    let last = element.scrollTop;
    let touchY = 0;
    let downward = false;
    const scrollable = () => element.scrollHeight - element.clientHeight > END_TOLERANCE;
    const up = () => {
      downward = false;
      if (current.current && scrollable()) set(false);
    };
    const down = () => {
      downward = true;
      // After the browser has moved.
      requestAnimationFrame(() => {
        if (!current.current && isAtEnd(element)) set(true);
      });
    };
    const listeners: [keyof HTMLElementEventMap, (event: never) => void][] = [
      ['wheel', ({ deltaY }: WheelEvent) => (deltaY < 0 ? up() : down())],
      ['touchstart', ({ touches }: TouchEvent) => (touchY = touches[0]?.clientY ?? 0)],
      [
        'touchmove',
        ({ touches }: TouchEvent) => {
          const y = touches[0]?.clientY ?? 0;
          if (y > touchY + 1) up();
          else if (y < touchY - 1) down();
          touchY = y;
        },
      ],
      // Scrolling by a flick continues after the finger was lifted.
      ['scrollend', () => downward && down()],
      [
        'keydown',
        ({ key, target }: KeyboardEvent) => {
          if (target instanceof HTMLTextAreaElement) return;
          if (UP_KEYS.has(key)) up();
          else if (key === 'End' || key === 'PageDown' || key === 'ArrowDown') down();
        },
      ],
      // The scrollbar belongs to the viewport itself, right of its content.
      [
        'pointerdown',
        (event: PointerEvent) => {
          dragging = event.target === element && event.offsetX >= element.clientWidth;
        },
      ],
      [
        'scroll',
        () => {
          if (dragging && element.scrollTop < last) up();
          else if (dragging) down();
          last = element.scrollTop;
          measure();
        },
      ],
    ];
    const drop = () => {
      dragging = false;
    };
    for (const [type, listener] of listeners)
      element.addEventListener(type, listener as EventListener, { passive: true });
    window.addEventListener('pointerup', drop);
    return () => {
      observer.disconnect();
      for (const [type, listener] of listeners) element.removeEventListener(type, listener as EventListener);
      window.removeEventListener('pointerup', drop);
    };
  }, [viewport, content, set, toEnd]);

  return { following, far: far && !following, follow, followIfAtEnd, release };
}

function distanceToEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}

function isAtEnd(element: HTMLElement): boolean {
  return distanceToEnd(element) <= END_TOLERANCE;
}
