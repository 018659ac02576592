import { Kbd } from '@mantine/core';
import { type Keys, keyCaps } from './keys.ts';
import classes from './ShortcutKeys.module.css';

/** A combination as key caps. */
export function ShortcutKeys({ keys }: { keys: Keys }) {
  return (
    <span className={classes.keys}>
      {keyCaps(keys).map((cap) => (
        <Kbd key={cap} size="xs">
          {cap}
        </Kbd>
      ))}
    </span>
  );
}
