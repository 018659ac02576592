import type { CSSProperties, ReactNode } from 'react';
import classes from './ScrollColumn.module.css';

interface ScrollColumnProps {
  /** The most that the content takes of a wide screen, as a CSS length; that of a text unless named. */
  width?: string;
  /** Space above the content, as a CSS length; a phone gets less. */
  top?: string;
  children: ReactNode;
}

/** The part of a screen below its header: it scrolls, and holds its content in a column in the middle. */
export function ScrollColumn({ width, top, children }: ScrollColumnProps) {
  const style = { ...(width && { '--column-width': width }), ...(top && { '--column-top': top }) };
  return (
    <div className={classes.scroll}>
      <div className={classes.column} style={style as CSSProperties}>
        {children}
      </div>
    </div>
  );
}
