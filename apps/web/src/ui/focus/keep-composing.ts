/** The code of a key that an input method takes, where a browser says no more of it. Safari ends a composition so. */
const TAKEN = 229;

/**
 * Leaves the keys of an input method to it while it composes in a field: Enter and the arrows choose what is meant,
 * Escape gives it up, and whatever stands around the field, a popover or a list, must not take them for its own. The
 * text of a document is not a field: its editor knows by itself.
 * @returns how to stop
 */
export function keepComposing(page: Window = window): () => void {
  const onKey = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isField && (event.isComposing || event.keyCode === TAKEN)) event.stopImmediatePropagation();
  };
  page.addEventListener('keydown', onKey, true);
  return () => page.removeEventListener('keydown', onKey, true);
}
