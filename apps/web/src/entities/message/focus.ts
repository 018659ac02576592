/**
 * Focuses the composer after something else had the focus. Not on touch devices: there it would open the
 * keyboard.
 */
export function focusComposer(): void {
  if (matchMedia('(hover: none)').matches) return;
  document.querySelector<HTMLElement>('[data-composer]')?.focus({ preventScroll: true });
}
