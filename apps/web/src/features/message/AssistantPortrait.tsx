import { IconSparkles } from '@tabler/icons-react';
import { Portrait } from '../../ui/Portrait.tsx';
import classes from './AssistantPortrait.module.css';

/** Edge in pixels. */
const SIZE = 24;

/** An assistant's picture: its own, else a sign that no person has. */
export function AssistantPortrait({ name, avatar }: { name: string; avatar: string }) {
  if (/^(https?:|\/|data:image\/)/.test(avatar))
    return <Portrait name={name} avatar={avatar} size={SIZE} square />;
  return (
    <span className={classes.sign} aria-hidden>
      {avatar || <IconSparkles size={15} stroke={1.75} />}
    </span>
  );
}
