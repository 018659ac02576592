import type { PageArea } from '@tandem/shared/dataset/place';
import type { SourceReader } from '@tandem/shared/dataset/reader';

/** A stretch of a page's text to mark. */
export interface SourceMark {
  /** Index of the page, from 1. */
  page: number;
  /** Offsets in the page's text; `to` is exclusive. */
  from: number;
  to: number;
  /** The words that have to stand there, or else nothing is marked; null for whatever stands there. */
  quote: string | null;
}

/** Somewhere to scroll to. Another object with the same values scrolls there again. */
export interface SourceTarget {
  page: number;
  mark: SourceMark | null;
  /** A rectangle of the page to mark instead. */
  area?: PageArea | null;
}

/** Words that the reader selected. */
export interface SelectedWords {
  page: number;
  /** As readers know the page. */
  label: string;
  text: string;
  from: number;
  to: number;
}

/** A rectangle that the reader drew on a page. */
export interface SelectedArea {
  page: number;
  label: string;
  area: PageArea;
  /** The words in it; empty for none. */
  text: string;
  /** Draws what is in it. */
  picture(): Promise<Blob>;
}

export type Selected = SelectedWords | SelectedArea;

/** Of the viewer of PDFs, which also shows one that is no stored file; nothing was read from its scanned pages then. */
export interface PdfViewerProps extends Omit<SourceViewerProps, 'fileId'> {
  /** Null for what only its address leads to. */
  fileId: string | null;
  /** Where its bytes are; by default the content of the file. */
  url?: string;
}

/** Properties common to the viewers of all kinds of sources. */
export interface SourceViewerProps {
  fileId: string;
  name: string;
  marks: readonly SourceMark[];
  target: SourceTarget;
  /** Other people who read this source now. */
  readers?: readonly SourceReader[];
  /** What `onSelect` told last, unless it was given up since. */
  selected: Selected | null;
  /** Called with the page at the top of the view, as it changes. */
  onPage(page: number): void;
  /** Called with what is selected, and with null when nothing is any more. */
  onSelect(selected: Selected | null): void;
}
