import { useEffect, useState } from 'react';

/**
 * On unmount, returns the focus to where it was on mount: for dialogs that are removed at once, before they
 * could do so themselves.
 */
export function useFocusBack(): void {
  const [opener] = useState(openerOf);
  useEffect(
    () => () => {
      // After the dialog has released it.
      requestAnimationFrame(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/** The focused element; for a menu item, which goes with its menu, the menu's button. */
function openerOf(): Element | null {
  const focused = document.activeElement;
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return (button && document.getElementById(button)) || focused;
}
