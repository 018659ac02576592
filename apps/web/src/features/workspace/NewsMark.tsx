import classes from './NewsMark.module.css';

/** More are as many. */
const MOST = 99;

interface NewsMarkProps {
  unread: boolean;
  mentions: number;
}

/** What is new in a line of the sidebar: a number where the reader was named, else a dot. The line's own name says it. */
export function NewsMark({ unread, mentions }: NewsMarkProps) {
  if (mentions > 0)
    return (
      <span
        className={classes.badge}
        data-mark
        // Not as text, which would belong to the line's name.
        data-count={mentions > MOST ? `${MOST}+` : mentions}
        aria-hidden
      />
    );
  return unread ? <span className={classes.dot} data-mark aria-hidden /> : null;
}
