import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the content on navigation, so that the keyboard and screen readers continue there; a
 * screen that took the focus itself, into a composer for example, keeps it.
 */
export function useMainFocus(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    // After the screen had its turn.
    const frame = requestAnimationFrame(() => {
      const element = main.current;
      if (element && !element.contains(document.activeElement)) element.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return main;
}
