import { type ReactNode, useId } from 'react';
import { ChannelLine, type ChannelLineProps } from './ChannelLine.tsx';
import classes from './ChannelList.module.css';

interface ChannelListProps {
  title: string;
  channels: readonly (ChannelLineProps & { id: string })[];
  /** Below the list. */
  children?: ReactNode;
}

/** Channels below a heading, each a line. */
export function ChannelList({ title, channels, children }: ChannelListProps) {
  const titleId = useId();
  return (
    <section className={classes.channels} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      <ul className={classes.list}>
        {channels.map(({ id, ...channel }) => (
          <li key={id}>
            <ChannelLine {...channel} />
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
