/**
 * Key code of a key consumed by an input method, if a browser reports nothing else. Safari ends a composition
 * with it.
 */
const TAKEN = 229;

/**
 * Leaves keys to an input method while it composes in a field: Enter and the arrows choose a candidate,
 * Escape cancels, and a popover or list around the field must not handle them. The text of a document is not
 * a field: its editor handles this itself.
 * @returns a function that stops it
 */
export function keepComposing(page: Window = window): () => void {
  const onKey = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isField && (event.isComposing || event.keyCode === TAKEN)) event.stopImmediatePropagation();
  };
  page.addEventListener('keydown', onKey, true);
  return () => page.removeEventListener('keydown', onKey, true);
}
