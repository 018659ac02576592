import type { Mark } from '@tandem/shared/search/marks';
import type { ReactNode } from 'react';
import classes from './Marked.module.css';

/** Text with highlighted ranges. */
export function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  if (marks.length === 0) return text;
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    if (start > at) pieces.push(text.slice(at, start));
    pieces.push(
      <mark key={start} className={classes.mark}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  pieces.push(text.slice(at));
  return <>{pieces}</>;
}
