import { Avatar } from '@mantine/core';
import { isOwnFile } from '../files/address.ts';
import classes from './Portrait.module.css';
import { portraitColour } from './portrait-colour.ts';

interface PortraitProps {
  name: string;
  /** Address of a picture; "" for none. */
  avatar: string;
  /** Edge in pixels. */
  size: number;
  /** Teams are square, people round. */
  square?: boolean;
}

/** A person's or team's picture, else the first letter of the name, in a colour of the person's own. */
export function Portrait({ name, avatar, size, square = false }: PortraitProps) {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '?';
  return (
    <Avatar
      src={isOwnFile(avatar) ? avatar : null}
      alt=""
      aria-hidden
      size={size}
      radius={square ? 6 : size}
      color={square ? 'teal' : portraitColour(name)}
      variant={square ? 'filled' : 'light'}
      styles={{ placeholder: { fontSize: size * 0.45, fontWeight: 600 } }}
    >
      {/* Rendered by CSS, so that it is not text beside the name. */}
      <span className={classes.initial} data-initial={initial} />
    </Avatar>
  );
}
