import { useState } from 'react';

/**
 * Whether something is or was open. Costly content beside every row is mounted on first opening and stays:
 * unmounting it on closing would also remove the button that opened it, and the focus.
 */
export function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return open || opened;
}
