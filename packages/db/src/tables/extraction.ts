import type { ExtractionProblem, OutlineEntry, PageProblem } from '@tandem/shared/file/reading';
import type { Generated, JSONColumnType } from 'kysely';

/** The reading of one content in one format. */
export interface ExtractionTable {
  /** Names it in the index. */
  id: Generated<number>;
  /** SHA-256 of the file's bytes in hexadecimal. */
  hash: string;
  format: string;
  status: Generated<'queued' | 'reading' | 'ready' | 'failed'>;
  /** As the file calls itself. */
  title: string | null;
  /** Pages of the whole file; null until its beginning was read. */
  pages: number | null;
  /** Pages that were read, from the beginning. */
  done: Generated<number>;
  /** Why it failed; null otherwise. */
  problem: ExtractionProblem | null;
  /** Pages that are pictures of text, of those that were read. */
  scans: Generated<number>;
  /** Scans whose picture was read, and the milliseconds that it took. */
  recognised: Generated<number>;
  recognisedMs: Generated<number>;
  /** Passages indexed so far, and the sum of their lengths in words. */
  passages: Generated<number>;
  words: Generated<number>;
  /** The language of its first pages as a two-letter code; null when none was recognised. */
  language: string | null;
  /** Its headings or bookmarks; null when it was read before these were kept. */
  outline: JSONColumnType<OutlineEntry[], string | null | undefined, string> | null;
  /** The version of reading that was last done with it. */
  version: Generated<number>;
  createdAt: Generated<Date>;
}

/** One page of an extraction. */
export interface ExtractionPageTable {
  hash: string;
  format: string;
  /** From 1. */
  index: number;
  label: string;
  text: string;
  /** Why this page has no text; null for one that was read. */
  problem: PageProblem | null;
  /** Six integers a word of a scan: its offsets in the text and its edges in ten-thousandths of the page. */
  words: number[] | null;
}
