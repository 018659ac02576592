import { create } from 'zustand';

/** Whether the palette is open, and whether a word for it is still being composed outside its own field. */
export const usePalette = create<{ opened: boolean; composing: boolean }>()(() => ({
  opened: false,
  composing: false,
}));

/** The element that had the focus before the palette opened. */
let before: Element | null = null;

/** Collects typed text until the palette's own field exists; its code may still be loading. */
let catcher: HTMLInputElement | null = null;

/** Opens the palette. Text typed from now on goes to it. */
export function openPalette(): void {
  if (usePalette.getState().opened) return;
  before = document.activeElement;
  catcher = document.createElement('input');
  catcher.tabIndex = -1;
  Object.assign(catcher.style, { position: 'fixed', opacity: '0', pointerEvents: 'none' });
  catcher.addEventListener('compositionstart', () => usePalette.setState({ composing: true }));
  catcher.addEventListener('keydown', ({ key }) => key === 'Escape' && closePalette());
  document.body.append(catcher);
  catcher.focus({ preventScroll: true });
  usePalette.setState({ opened: true });
}

/**
 * Passes the text typed since the palette was opened, and all further keys, to the palette's own field. A word that an
 * input method has begun is finished first, because moving the focus would cut it off.
 * @param write puts words into the field
 * @returns how to stop waiting
 */
export function takeTyped(field: HTMLInputElement, write: (typed: string) => void): () => void {
  const from = catcher;
  if (!from) {
    field.focus();
    return () => {};
  }
  const show = () => write(from.value);
  const finish = () => {
    show();
    field.focus();
    removeCatcher();
  };
  if (usePalette.getState().composing) show();
  else finish();
  from.addEventListener('input', show);
  from.addEventListener('compositionend', finish);
  return () => {
    from.removeEventListener('input', show);
    from.removeEventListener('compositionend', finish);
  };
}

function removeCatcher(): void {
  catcher?.remove();
  catcher = null;
  usePalette.setState({ composing: false });
}

/** Closes it, and gives the focus back unless another screen takes it. */
export function closePalette({ returnFocus = true } = {}): void {
  removeCatcher();
  if (returnFocus && before instanceof HTMLElement && before.isConnected)
    before.focus({ preventScroll: true });
  before = null;
  usePalette.setState({ opened: false });
}
