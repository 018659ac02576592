import { type Citation, citationLink } from '@tandem/shared/dataset/citation';
import type { CitationPart, Part } from '@tandem/shared/message/parts';
import { cleanText } from '../../../core/plain.ts';
import { pacer } from '../../../core/timing/yield.ts';
import type { Quotable, Quoted } from '../../../dataset/citation/cite.ts';
import { MARKER, type MarkedPiece, type Marker, splitMarkers } from '../../../dataset/citation/marker.ts';
import type { StreamPart } from '../reducer.ts';

/** Citations of one message; further markers stay text. */
const MAX_CITATIONS = 300;
/** Quotes of one answer that are looked up, those that are not there included; further markers stay text. */
const MAX_LOOKED_UP = 600;
/** Characters of a piece of the stream that are looked through at once: a provider may send its answer in one. */
const AT_ONCE = 16_384;

/** The next addition to a message: a part of the stream, or a citation that the text after it links to. */
export type Written = StreamPart | CitationPart;
type TextDelta = Extract<StreamPart, { type: 'text-delta' }>;

/**
 * Turns the markers in an answer into citations while it is written. Text that may become a marker is held back until
 * that is certain; each quote is looked up before the text goes on.
 */
export class Citing {
  private readonly quotable: Quotable;
  private readonly citations: Citation[];
  /** The last delta of each open text, with the text of it that is held back. */
  private readonly open = new Map<string, TextDelta>();
  /** Citations of quotes that were looked up, by marker. */
  private readonly lookedUp = new Map<string, Citation | null>();
  private readonly pace = pacer();

  /** @param parts existing parts of an answer that is continued */
  constructor(parts: readonly Part[], quotable: Quotable) {
    this.quotable = quotable;
    this.citations = parts.flatMap((part) => (part.type === 'data-citation' ? [part.data] : []));
  }

  /** Adds a part of the stream to the message; at once unless a quote must be looked up. */
  take(part: StreamPart): Written[] | Promise<Written[]> {
    if (part.type === 'text-delta') return this.grow(part);
    if (part.type === 'text-end') return [...this.letGo(part.id), part];
    if (part.type === 'start-step' || part.type === 'finish-step')
      return [...[...this.open.keys()].flatMap((id) => this.letGo(id)), part];
    return [part];
  }

  /** The rest of a stream that broke off; the beginning of a marker is left out. */
  rest(): Written[] {
    const held = [...this.open.values()].filter(({ text }) => !text.startsWith(MARKER));
    this.open.clear();
    return held;
  }

  private grow(delta: TextDelta): Written[] | Promise<Written[]> {
    if (delta.text.length > AT_ONCE) return this.growSlowly(delta);
    const text = (this.open.get(delta.id)?.text ?? '') + delta.text;
    const { pieces, held } = splitMarkers(text);
    if (held === '') this.open.delete(delta.id);
    else this.open.set(delta.id, { ...delta, text: held });
    if (pieces.every((piece) => 'text' in piece)) return pieces.map(({ text }) => ({ ...delta, text }));
    return this.cite(delta, pieces);
  }

  private async growSlowly(delta: TextDelta): Promise<Written[]> {
    const written: Written[] = [];
    for (let at = 0; at < delta.text.length; at += AT_ONCE) {
      written.push(...(await this.grow({ ...delta, text: delta.text.slice(at, at + AT_ONCE) })));
      if (this.pace.isDue()) await this.pace.taken();
    }
    return written;
  }

  private async cite(delta: TextDelta, pieces: readonly MarkedPiece[]): Promise<Written[]> {
    const written: Written[] = [];
    for (const piece of pieces) {
      if ('text' in piece) {
        written.push({ ...delta, text: piece.text });
        continue;
      }
      const links: string[] = [];
      for (const marker of piece.markers) {
        const cited = await this.citationOf(marker);
        if (!cited) continue;
        if (cited.isNew) written.push({ type: 'data-citation', data: cited.citation });
        links.push(citationLink(cited.citation.n));
      }
      // A marker that names nothing stays as the model wrote it.
      written.push({ ...delta, text: links.length > 0 ? links.join('') : piece.raw });
    }
    return written;
  }

  private async citationOf(marker: Marker): Promise<{ citation: Citation; isNew: boolean } | null> {
    const key = `${marker.source}.${marker.page} ${marker.quote}`;
    const before = this.lookedUp.get(key);
    if (before !== undefined) return before && { citation: before, isNew: false };
    if (this.lookedUp.size >= MAX_LOOKED_UP) return null;
    const found = await this.lookUp(marker);
    this.lookedUp.set(key, found?.citation ?? null);
    // Looking for a quote takes a few milliseconds, and an answer may hold hundreds.
    if (this.pace.isDue()) await this.pace.taken();
    return found;
  }

  private async lookUp({
    source,
    page,
    quote,
  }: Marker): Promise<{ citation: Citation; isNew: boolean } | null> {
    const quoted = await this.quotable.quote(source, page, cleanText(quote));
    if (!quoted) return null;
    const known = this.citations.find((each) => isSame(each, quoted));
    if (known) return { citation: known, isNew: false };
    if (this.citations.length >= MAX_CITATIONS) return null;
    const n = Math.max(0, ...this.citations.map((each) => each.n)) + 1;
    const citation = { n, ...quoted };
    this.citations.push(citation);
    return { citation, isNew: true };
  }

  /** A text that ends where a marker was begun keeps what there is of it. */
  private letGo(id: string): Written[] {
    const held = this.open.get(id);
    this.open.delete(id);
    return held ? [held] : [];
  }
}

function isSame(a: Quoted, b: Quoted): boolean {
  if (a.source.id !== b.source.id || a.hash !== b.hash) return false;
  if (!a.place || !b.place) return a.place === b.place && a.quote === b.quote;
  return a.place.page === b.place.page && a.place.from === b.place.from && a.place.to === b.place.to;
}
