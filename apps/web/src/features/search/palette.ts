import { create } from 'zustand';

/** Whether the palette is open. */
export const usePalette = create<{ opened: boolean }>()(() => ({ opened: false }));

/** What had the focus before. */
let before: Element | null = null;

/** Opens the palette, from which one goes anywhere. */
export function openPalette(): void {
  if (usePalette.getState().opened) return;
  before = document.activeElement;
  usePalette.setState({ opened: true });
}

/** Closes it, and gives the focus back unless another screen takes it. */
export function closePalette({ returnFocus = true } = {}): void {
  if (returnFocus && before instanceof HTMLElement && before.isConnected)
    before.focus({ preventScroll: true });
  before = null;
  usePalette.setState({ opened: false });
}
