import { readAddress } from '@tandem/shared/address/address';
import i18n from 'i18next';

/** Addresses elsewhere that the reader wanted loaded, until the page is left. */
const wanted = new Set<string>();
/** Event that makes a placeholder button load its file. */
const WANTED = 'wanted';
/** Event by which a placeholder button has the reader asked: `detail` is what loads the file of that address. */
export const ASKED = 'outside-media';
export type AskedMedia = CustomEvent<{ href: string; load: () => void }>;
/** The elements that show the file within a block. */
const MEDIA = '.bn-visual-media, .bn-audio';
/** Callbacks of the block being rendered that wait for their address; null between blocks. */
let drawn: (() => void)[] | null = null;

type Source = 'shown' | 'held' | 'refused';

/**
 * How to treat an address in a document: calls to our own API, and anything that is not a file, are never
 * fetched.
 */
function sourceOf(url: string): Source {
  if (url === '' || wanted.has(url)) return 'shown';
  const kind = readAddress(url, location.origin)?.kind;
  if (kind === 'elsewhere') return 'held';
  return kind === 'file' ? 'shown' : 'refused';
}

/**
 * The address from which a block loads its file. Initially a file on another host waits for the reader:
 * loading it would tell a stranger who reads the document, and when.
 */
export function addressOf(url: string): Promise<string> {
  const source = sourceOf(url);
  // An empty address fetches nothing.
  if (source === 'refused') return Promise.resolve('');
  if (!drawn || source === 'shown') return Promise.resolve(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  drawn.push(() => resolve(url));
  return promise;
}

/**
 * Renders a file block. A button that loads it replaces a file on another host, and a sentence replaces one
 * that must not be fetched.
 */
export function drawHeld<Rendered extends { dom: HTMLElement | DocumentFragment }>(
  url: string,
  draw: () => Rendered,
): Rendered {
  const waiting: (() => void)[] = [];
  drawn = waiting;
  try {
    const rendered = draw();
    const source = sourceOf(url);
    if (source === 'held') hold(rendered.dom, url, waiting);
    if (source === 'refused') refuse(rendered.dom, url);
    return rendered;
  } finally {
    drawn = null;
  }
}

function refuse(dom: HTMLElement | DocumentFragment, url: string): void {
  const media = dom.querySelector<HTMLElement>(MEDIA);
  if (!media) return;
  const note = document.createElement('span');
  note.className = 'outside-media';
  note.contentEditable = 'false';
  note.title = url;
  note.textContent = i18n.t('document:block.refused');
  media.hidden = true;
  media.before(note);
}

function hold(dom: HTMLElement | DocumentFragment, url: string, waiting: readonly (() => void)[]): void {
  const media = dom.querySelector<HTMLElement>(MEDIA);
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
  const load = () => {
    wanted.add(url);
    // Queried, not remembered: elements that were replaced or left would otherwise stay in memory with their
    // page.
    for (const each of document.querySelectorAll<HTMLElement>('button.outside-media'))
      if (each.title === url) each.dispatchEvent(new Event(WANTED));
  };
  button.addEventListener('click', () =>
    button.dispatchEvent(new CustomEvent(ASKED, { bubbles: true, detail: { href: url, load } })),
  );
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
