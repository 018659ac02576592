import i18n from 'i18next';

/** Addresses elsewhere that the reader wanted loaded, until the page is left. */
const wanted = new Set<string>();
/** Has the button that it is sent to load what it stands for. */
const WANTED = 'wanted';
/** What waits for its address in the block that is being drawn; null between blocks. */
let drawn: (() => void)[] | null = null;

function isHeld(url: string): boolean {
  if (wanted.has(url) || !URL.canParse(url, location.origin)) return false;
  return new URL(url, location.origin).origin !== location.origin;
}

/**
 * Where a block gets its file from. As it is drawn, one from elsewhere waits for the reader: to load it tells a stranger
 * who reads the document, and when.
 */
export function addressOf(url: string): Promise<string> {
  if (!drawn || !isHeld(url)) return Promise.resolve(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  drawn.push(() => resolve(url));
  return promise;
}

/** Draws a block that shows a file; in place of one from elsewhere stands a button that loads it. */
export function drawHeld<Rendered extends { dom: HTMLElement | DocumentFragment }>(
  url: string,
  draw: () => Rendered,
): Rendered {
  const waiting: (() => void)[] = [];
  drawn = waiting;
  try {
    const rendered = draw();
    if (isHeld(url)) hold(rendered.dom, url, waiting);
    return rendered;
  } finally {
    drawn = null;
  }
}

function hold(dom: HTMLElement | DocumentFragment, url: string, waiting: readonly (() => void)[]): void {
  const media = dom.querySelector<HTMLElement>('.bn-visual-media, .bn-audio');
  if (!media) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'outside-media';
  button.contentEditable = 'false';
  button.title = url;
  button.textContent = i18n.t('document:block.load', { host: new URL(url, location.origin).host });
  button.addEventListener(WANTED, () => {
    button.remove();
    media.hidden = false;
    for (const go of waiting) go();
  });
  button.addEventListener('click', () => {
    wanted.add(url);
    // Looked for, not remembered: what is drawn anew, or left, would else stay in memory with its page.
    for (const each of document.querySelectorAll<HTMLElement>('button.outside-media'))
      if (each.title === url) each.dispatchEvent(new Event(WANTED));
  });
  // The editor would take keys and presses for its own.
  button.addEventListener('mousedown', (event) => event.stopPropagation());
  button.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    button.click();
  });
  if (media instanceof HTMLImageElement) media.referrerPolicy = 'no-referrer';
  media.hidden = true;
  media.before(button);
}
