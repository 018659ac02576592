import { useEffect, useState } from 'react';

/**
 * Gives the focus back, when what calls it goes away, to where it was when that came: for dialogs that are taken off
 * the page at once, before they could do so themselves.
 */
export function useFocusBack(): void {
  const [opener] = useState(openerOf);
  useEffect(
    () => () => {
      // After the dialog has let go of it.
      requestAnimationFrame(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/** What has the focus now; for an item of a menu, which goes away with it, the button that the menu belongs to. */
function openerOf(): Element | null {
  const focused = document.activeElement;
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return (button && document.getElementById(button)) || focused;
}
