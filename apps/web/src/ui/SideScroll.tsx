import { type ComponentProps, useEffect, useRef } from 'react';
import classes from './SideScroll.module.css';

interface SideScrollProps extends Omit<ComponentProps<'div'>, 'ref'> {
  /** Whether its first column is sticky, so that nothing is hidden beyond that edge. */
  pinned?: boolean;
}

/** A box that scrolls sideways when its content is too wide, and fades at edges with hidden content. */
export function SideScroll({ className = '', pinned = false, ...props }: SideScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      // Fractions of a pixel remain at the end of a zoomed page.
      element.toggleAttribute('data-before', scrollLeft > 1);
      element.toggleAttribute('data-after', scrollWidth - clientWidth - scrollLeft > 1);
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(look);
    for (const each of [element, ...element.children]) sizes.observe(each);
    return () => {
      element.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, []);
  return (
    <div ref={box} className={`${classes.box} ${className}`} data-pinned={pinned || undefined} {...props} />
  );
}
