/**
 * Takes the focus to where one writes, after something else has had it. Not where there is no pointer: there a
 * keyboard would slide in.
 */
export function focusComposer(): void {
  if (matchMedia('(hover: none)').matches) return;
  document.querySelector<HTMLElement>('[data-composer]')?.focus({ preventScroll: true });
}
