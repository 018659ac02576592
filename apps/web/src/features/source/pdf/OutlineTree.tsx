import { useEffect, useRef } from 'react';
import type { OutlineEntry } from './outline.ts';
import classes from './PagePanel.module.css';

interface OutlineTreeProps {
  entries: readonly OutlineEntry[];
  /** The one that is read. */
  current: OutlineEntry | null;
  nameOf(page: number): string;
  onGo(entry: OutlineEntry): void;
}

/** The outline of a file as nested lists of links to its pages. */
export function OutlineTree(props: OutlineTreeProps) {
  const { current } = props;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) frame.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div ref={frame} className={classes.outline}>
      <Entries {...props} />
    </div>
  );
}

function Entries({ entries, current, nameOf, onGo }: OutlineTreeProps) {
  return (
    <ul className={classes.entries}>
      {entries.map((entry, index) => (
        // An outline never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>
          <button
            type="button"
            className={classes.entry}
            disabled={entry.page === null}
            aria-current={entry === current || undefined}
            onClick={() => onGo(entry)}
          >
            <span>{entry.title}</span>
            {entry.page !== null && <span className={classes.number}>{nameOf(entry.page)}</span>}
          </button>
          {entry.entries.length > 0 && <Entries {...{ current, nameOf, onGo }} entries={entry.entries} />}
        </li>
      ))}
    </ul>
  );
}
