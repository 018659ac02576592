/** The row is looked for this often, in milliseconds. */
const LOOK_MS = 150;
/** Looks at a row that stays where it is, after which the list has settled. */
const STEADY = 2;
/** Looks in all: on the slowest of machines rows take seconds to be measured. */
const MOST = 40;
/** By any of these, wherever on the page, the reader goes elsewhere: the button that leads to the end is beside the list. */
const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls a virtual list until a row is in view. The list itself gives up 150 ms after the last row was measured, which
 * is too soon where drawing takes longer. The reader's own gesture ends it.
 * @param selector finds the row once it is drawn
 * @param scroll asks the list to go there
 * @param arrived called once when the row is in view and moves no more
 * @returns ends it
 */
export function bringIntoView(
  viewport: HTMLElement,
  selector: string,
  scroll: () => void,
  arrived: () => void = () => {},
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looks = 0;
  let steady = 0;
  let last: number | null = null;
  const end = () => {
    clearTimeout(timer);
    for (const type of gestures) window.removeEventListener(type, end, { capture: true });
  };
  const look = () => {
    looks += 1;
    const top = topInView(viewport, viewport.querySelector(selector));
    steady = top !== null && top === last ? steady + 1 : 0;
    last = top;
    if (steady === STEADY) {
      end();
      return arrived();
    }
    if (looks === MOST) return end();
    if (top === null) scroll();
    timer = setTimeout(look, LOOK_MS);
  };
  for (const type of gestures) window.addEventListener(type, end, { passive: true, capture: true });
  scroll();
  timer = setTimeout(look, LOOK_MS);
  return end;
}

/** Where a row begins on the screen; null where it is out of view. */
function topInView(viewport: Element, row: Element | null): number | null {
  if (!row) return null;
  const frame = viewport.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > frame.top && top < frame.bottom ? top : null;
}
