import { type FilePage, isScan } from '@tandem/shared/file/reading';
import { api, cached } from '../../../lib/trpc.ts';
import { PageWords } from './page-words.ts';

/** The words of a page that is a picture, as the server recognised them. */
export interface ScanWords {
  text: string;
  /** Six integers a word: offsets in the text, and edges in ten-thousandths of the page as it is shown. */
  words: readonly number[];
}

const PER_WORD = 6;
const PARTS = 10_000;
/** Milliseconds for which it counts whether pictures of a file were read. */
const KNOWN_MS = 30_000;
const silent = { context: { silent: true } };

/**
 * The recognised words of a page.
 * @param fileId null for what is no stored file
 * @param text what the PDF itself has as its text
 * @returns null for a page with text of its own, and for one whose picture was not read
 */
export async function scanWordsOf(
  fileId: string | null,
  page: number,
  text: string,
): Promise<ScanWords | null> {
  if (fileId === null) return null;
  // The words of a text layer may be hidden, so that the picture was read in their place.
  if (!isScan(text) && !(await hasRecognised(fileId))) return null;
  const query = { fileId, after: page - 1, limit: 1, words: true };
  const { list } = await api.file.pages.query(query, silent);
  const [found]: FilePage[] = list;
  return found?.index === page && found.words ? { text: found.text, words: found.words } : null;
}

/** Whether pictures of pages of a file were read. */
async function hasRecognised(fileId: string): Promise<boolean> {
  const query = { fileId, after: 0, limit: 1 };
  const { recognised } = await cached.file.pages.fetch(query, { trpc: silent, staleTime: KNOWN_MS });
  return recognised > 0;
}

/**
 * Lays words over the picture of their page, as pdf.js does with the text of others.
 * @param size of the page as its file shows it, in PDF units
 * @param rotation by which it is turned beyond that, in degrees
 */
export function layScanWords(
  place: HTMLElement,
  { text, words }: ScanWords,
  [width, height]: readonly [number, number],
  rotation: number,
): PageWords {
  place.replaceChildren();
  place.style.width = `calc(var(--total-scale-factor) * ${width}px)`;
  place.style.height = `calc(var(--total-scale-factor) * ${height}px)`;
  place.setAttribute('data-main-rotation', String(((rotation % 360) + 360) % 360));
  const measure = document.createElement('canvas').getContext('2d');
  const elements: HTMLElement[] = [];
  const starts: number[] = [];
  let end = 0;
  for (let at = 0; at + PER_WORD <= words.length; at += PER_WORD) {
    const [from = 0, to = 0, left = 0, top = 0, right = 0, bottom = 0] = words.slice(at, at + PER_WORD);
    const element = document.createElement('span');
    const word = text.slice(from, to);
    const size = ((bottom - top) / PARTS) * height;
    if (measure) measure.font = `${size}px sans-serif`;
    const natural = measure?.measureText(word).width || 1;
    element.textContent = word;
    element.style.fontFamily = 'sans-serif';
    element.style.left = `${(left / PARTS) * 100}%`;
    element.style.top = `${(top / PARTS) * 100}%`;
    element.style.setProperty('--font-height', `${size}px`);
    element.style.setProperty('--scale-x', String((((right - left) / PARTS) * width) / natural));
    // The blanks between words are copied and read out with them.
    place.append(text.slice(end, from), element);
    elements.push(element);
    starts.push(from);
    end = to;
  }
  return new PageWords(text, [...starts, text.length], elements);
}
