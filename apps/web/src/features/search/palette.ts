import { create } from 'zustand';

/** Whether the palette is open. */
export const usePalette = create<{ opened: boolean }>()(() => ({ opened: false }));

/** What had the focus before. */
let before: Element | null = null;

/** Takes what is typed until the palette's own field is there; its code may still be loading. */
let catcher: HTMLInputElement | null = null;

/** Opens the palette, from which one goes anywhere. What is typed from now on is meant for it. */
export function openPalette(): void {
  if (usePalette.getState().opened) return;
  before = document.activeElement;
  catcher = document.createElement('input');
  catcher.tabIndex = -1;
  Object.assign(catcher.style, { position: 'fixed', opacity: '0', pointerEvents: 'none' });
  catcher.addEventListener('keydown', ({ key }) => key === 'Escape' && closePalette());
  document.body.append(catcher);
  catcher.focus({ preventScroll: true });
  usePalette.setState({ opened: true });
}

/** What was typed since the palette was opened; from now on its own field takes the keys. */
export function takeTyped(): string {
  const typed = catcher?.value ?? '';
  catcher?.remove();
  catcher = null;
  return typed;
}

/** Closes it, and gives the focus back unless another screen takes it. */
export function closePalette({ returnFocus = true } = {}): void {
  takeTyped();
  if (returnFocus && before instanceof HTMLElement && before.isConnected)
    before.focus({ preventScroll: true });
  before = null;
  usePalette.setState({ opened: false });
}
