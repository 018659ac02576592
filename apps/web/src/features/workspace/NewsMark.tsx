import classes from './NewsMark.module.css';

/** More are as many. */
const MOST = 99;

interface NewsMarkProps {
  unread: boolean;
  mentions: number;
}

/**
 * New activity in a line of the sidebar: a number for mentions, else a dot. The line's accessible name says
 * it, too.
 */
export function NewsMark({ unread, mentions }: NewsMarkProps) {
  if (mentions > 0)
    return (
      <span
        className={classes.badge}
        data-mark
        // Not as text, which would become part of the line's name.
        data-count={mentions > MOST ? `${MOST}+` : mentions}
        aria-hidden
      />
    );
  return unread ? <span className={classes.dot} data-mark aria-hidden /> : null;
}
