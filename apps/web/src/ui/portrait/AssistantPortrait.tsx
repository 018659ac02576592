import { IconSparkles } from '@tabler/icons-react';
import { readAvatar } from '@tandem/shared/assistant/avatar';
import classes from './AssistantPortrait.module.css';
import { Portrait } from './Portrait.tsx';

interface AssistantPortraitProps {
  name: string;
  avatar: string;
  /** Edge in pixels. */
  size?: number;
}

/** An assistant's picture, or its emoji on its colour; else a sign that no person has. */
export function AssistantPortrait({ name, avatar, size = 24 }: AssistantPortraitProps) {
  const view = readAvatar(avatar);
  if (view.kind === 'picture') return <Portrait name={name} avatar={view.url} size={size} square />;
  return (
    <span
      className={classes.sign}
      data-colour={view.colour ?? undefined}
      style={{ width: size, height: size, fontSize: size * 0.58, borderRadius: size * 0.28 }}
      aria-hidden
    >
      {view.emoji || <IconSparkles size={size * 0.6} stroke={1.75} />}
    </span>
  );
}
