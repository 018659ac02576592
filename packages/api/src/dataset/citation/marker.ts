/** A quote as a model marks it: `[cite:3.12 "exact words"]`. */
export interface Marker {
  /** Number of the source, or of a file sent with a message: `3`, `F1`; or a document or message: `D` or `M` with digits of its id. */
  source: string;
  /** Index of the page, from 1. */
  page: number;
  quote: string;
}

/** A stretch of an answer: text as it is, or what stood between the brackets of a marker. */
export type MarkedPiece = { text: string } | { raw: string; markers: Marker[] };

/** With what every marker begins. */
export const MARKER = '[cite:';
/** Characters after which what looks like a marker is text. */
export const MAX_MARKER = 800;

/** Quotation marks that models write. */
const OPENING = `["'“”„‘’«「]`;
const CLOSING = `["'”“’‘»」]`;
/** Blanks are bounded: several runs of any length side by side take the cube of a text's length to tell apart. */
const BLANK = String.raw`\s{0,3}`;
const PAGE = String.raw`${BLANK}([A-Z]?\d{1,6}|[DM][0-9a-f]{8})\.(\d{1,6})`;
/** Beginning of a marker with a quote; without one it names only a page. */
const HEAD = new RegExp(String.raw`^\[cite:${PAGE}${BLANK}[,:]?${BLANK}(?:(${OPENING})|\])`, 'u');
/** A beginning that more text can make whole. */
const OPEN_HEAD = new RegExp(
  String.raw`^\[cite:${BLANK}(?:[A-Z]?\d{0,6}|[DM][0-9a-f]{0,8})\.?\d{0,6}${BLANK}[,:]?${BLANK}$`,
  'u',
);
/** The quote may hold brackets and quotation marks, but not one after the other. */
const END = new RegExp(String.raw`${CLOSING}${BLANK}\]`, 'gu');
/** Two quotes in one marker. */
const NEXT = new RegExp(`${CLOSING}${BLANK}[;,]${BLANK}(?:cite:)?${PAGE}${BLANK}${OPENING}`, 'gu');

/**
 * Splits text that may go on at markers. Linear: what is held is bounded.
 * @returns the pieces that are certain, and the rest that more text may complete
 */
export function splitMarkers(text: string): { pieces: MarkedPiece[]; held: string } {
  const pieces: MarkedPiece[] = [];
  let plain = '';
  let at = 0;
  const pass = (until: number) => {
    plain += text.slice(at, until);
    at = until;
  };
  const close = () => {
    if (plain !== '') pieces.push({ text: plain });
    plain = '';
  };
  for (;;) {
    const begin = text.indexOf(MARKER, at);
    if (begin === -1) {
      pass(text.length - begunIn(text.slice(at)));
      close();
      return { pieces, held: text.slice(at) };
    }
    pass(begin);
    const marker = markerAt(text.slice(begin, begin + MAX_MARKER));
    if (marker === 'open') {
      if (text.length - begin < MAX_MARKER) {
        close();
        return { pieces, held: text.slice(begin) };
      }
      pass(begin + MARKER.length);
    } else if (marker === null) pass(begin + MARKER.length);
    else {
      close();
      pieces.push(marker);
      at = begin + marker.raw.length;
    }
  }
}

/** Length of the longest beginning of a marker's beginning with which a text ends. */
function begunIn(text: string): number {
  for (let length = MARKER.length - 1; length > 0; length--)
    if (text.endsWith(MARKER.slice(0, length))) return length;
  return 0;
}

/** The marker with which a text begins; `open` when it may become one; null when it cannot. */
function markerAt(text: string): { raw: string; markers: Marker[] } | 'open' | null {
  const head = HEAD.exec(text);
  if (!head) return OPEN_HEAD.test(text) ? 'open' : null;
  const [all, source = '', page = '', quoted] = head;
  if (quoted === undefined) return { raw: all, markers: [{ source, page: Number(page), quote: '' }] };
  END.lastIndex = all.length;
  const end = END.exec(text);
  if (!end) return 'open';
  const raw = text.slice(0, end.index + end[0].length);
  return { raw, markers: quotesIn(text.slice(all.length, end.index), { source, page: Number(page) }) };
}

function quotesIn(inner: string, first: Omit<Marker, 'quote'>): Marker[] {
  const markers: Marker[] = [];
  let place = first;
  let at = 0;
  for (const next of inner.matchAll(NEXT)) {
    markers.push({ ...place, quote: inner.slice(at, next.index).trim() });
    place = { source: next[1] ?? '', page: Number(next[2]) };
    at = next.index + next[0].length;
  }
  return [...markers, { ...place, quote: inner.slice(at).trim() }];
}
