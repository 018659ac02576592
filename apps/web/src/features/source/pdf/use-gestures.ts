import { type RefObject, useEffect, useEffectEvent } from 'react';
import { MAX_SCALE, MIN_SCALE } from './layout.ts';

/** Change of the scale by one pixel of the wheel, as a power of e. */
const BY_WHEEL = 0.004;

interface Gestures {
  scale: number;
  /** Called with the scale that is wanted, and the point of the window that should stay where it is. */
  onScale(scale: number, x: number, y: number): void;
}

/** Zooms by two fingers, by the wheel with Ctrl or ⌘, and by two fingers on a touch pad, which comes as that. */
export function useGestures(frame: RefObject<HTMLElement | null>, { scale, onScale }: Gestures): void {
  const zoom = useEffectEvent((next: number, x: number, y: number) =>
    onScale(Math.min(MAX_SCALE, Math.max(MIN_SCALE, next)), x, y),
  );
  const scaleNow = useEffectEvent(() => scale);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let pinch: { apart: number; scale: number } | null = null;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(scaleNow() * Math.exp(-event.deltaY * BY_WHEEL), event.clientX, event.clientY);
    };
    const onTouchStart = ({ touches }: TouchEvent) => {
      const fingers = fingersOf(touches);
      pinch = fingers && { apart: fingers.apart, scale: scaleNow() };
    };
    const onTouchMove = (event: TouchEvent) => {
      const fingers = fingersOf(event.touches);
      if (!pinch || !fingers) return;
      event.preventDefault();
      zoom((pinch.scale * fingers.apart) / pinch.apart, fingers.x, fingers.y);
    };
    const onTouchEnd = () => {
      pinch = null;
    };
    // Only listeners that are not passive can keep the browser from zooming the whole window.
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('touchstart', onTouchStart, { passive: true });
    element.addEventListener('touchmove', onTouchMove, { passive: false });
    element.addEventListener('touchend', onTouchEnd);
    element.addEventListener('touchcancel', onTouchEnd);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('touchstart', onTouchStart);
      element.removeEventListener('touchmove', onTouchMove);
      element.removeEventListener('touchend', onTouchEnd);
      element.removeEventListener('touchcancel', onTouchEnd);
    };
  }, [frame]);
}

function fingersOf(touches: TouchList): { apart: number; x: number; y: number } | null {
  const [a, b] = touches;
  if (!a || !b) return null;
  return {
    apart: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
    x: (a.clientX + b.clientX) / 2,
    y: (a.clientY + b.clientY) / 2,
  };
}
