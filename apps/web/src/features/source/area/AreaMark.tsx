import type { PageArea } from '@tandem/shared/dataset/place';
import classes from './Area.module.css';
import { turnedArea } from './area.ts';

interface AreaMarkProps {
  area: PageArea;
  /** Degrees by which the reader turned the page. */
  rotation: number;
  /** CSS colour of whoever drew it; the reader's own has the accent. */
  colour?: string;
}

/** Marks a rectangle of the page around it. */
export function AreaMark({ area, rotation, colour }: AreaMarkProps) {
  const { left, top, width, height } = turnedArea(area, rotation);
  const share = (value: number) => `${value / 10}%`;
  return (
    <div
      className={classes.area}
      data-area
      style={{
        ...(colour && { '--area': colour }),
        left: share(left),
        top: share(top),
        width: share(width),
        height: share(height),
      }}
    />
  );
}
