/**
 * Recently focused elements; enough to find the button that opened a dialog from which others were opened.
 */
const REMEMBERED = 20;
/** After this, in milliseconds, the closing code has restored the focus, if it does. */
const SETTLED_MS = 60;

/**
 * Restores the focus when its element is removed, hidden or disabled: a dialog that closes, a row that is
 * deleted, a button that its own click removes. Browsers then move it to the body, and the keyboard starts at
 * the top of the page again. It goes to an ancestor, else to the previously focused element, else to the
 * content.
 * @returns a function that stops it
 */
export function keepFocus(page: Document = document): () => void {
  /** Newest last, each with its ancestors: they are unknown once it is removed. */
  let held: Element[][] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isNowhere = () => page.activeElement === null || page.activeElement === page.body;
  const isLost = () => {
    const newest = held.at(-1)?.[0];
    return isNowhere() && newest !== undefined && !canHold(newest);
  };
  const look = () => {
    if (timer !== undefined || !isLost()) return;
    timer = setTimeout(() => {
      timer = undefined;
      // A button that was disabled for a moment is the place itself by now.
      if (isNowhere()) placeFor(page, held)?.focus({ preventScroll: true });
    }, SETTLED_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target === page.body) return;
    const around: Element[] = [];
    for (let each: Element | null = target; each; each = each.parentElement) around.push(each);
    held = [...held.filter(([first]) => first !== target), around].slice(-REMEMBERED);
  };

  const observer = new MutationObserver(look);
  observer.observe(page, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  page.addEventListener('focusin', onFocus);
  page.addEventListener('focusout', look);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    page.removeEventListener('focusin', onFocus);
    page.removeEventListener('focusout', look);
  };
}

/** The element that should get the focus. */
function placeFor(page: Document, held: Element[][]): HTMLElement | undefined {
  const dialogs = [...page.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true]')].filter(canHold);
  const dialog = dialogs.at(-1);
  const main = page.querySelector<HTMLElement>('main');
  const fits = (element: Element): element is HTMLElement =>
    element instanceof HTMLElement &&
    element.tabIndex >= 0 &&
    canHold(element) &&
    (!dialog || dialog.contains(element));
  const around = held.at(-1)?.find(fits);
  if (around) return around;
  const before = held.findLast(([first]) => first && fits(first))?.[0];
  if (before instanceof HTMLElement) return before;
  const last = dialog ?? main ?? page.querySelector<HTMLElement>('h1') ?? undefined;
  if (last && !last.hasAttribute('tabindex')) last.tabIndex = -1;
  return last;
}

/** Whether an element can have the focus. */
function canHold(element: Element): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    element.closest('[inert], [hidden]') === null &&
    (element.checkVisibility?.({ visibilityProperty: true }) ?? true)
  );
}
