import { useState } from 'react';

/**
 * Whether something was open before or is now. What is costly and stands beside every row is made when it is first
 * opened, and stays from then on: taken away as it closes, it would take the button that opened it, and the focus, along.
 */
export function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return open || opened;
}
