import * as z from 'zod';

/** Media types of files whose text is extracted, besides text itself. */
export const EXTRACTED_TYPES: readonly string[] = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'application/epub+zip',
  'application/rtf',
];

/** Media types of pictures whose words are read as sources; in chats, models see pictures themselves. */
export const RECOGNISED_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/bmp',
  'image/tiff',
];

/**
 * Why a whole file cannot be read; `stopped`: by hand, until it is requested again; `interrupted`: by faults that are
 * not the file's.
 */
export const EXTRACTION_PROBLEMS = [
  'encrypted',
  'broken',
  'empty',
  'tooLarge',
  'tooHard',
  'stopped',
  'interrupted',
] as const;
export type ExtractionProblem = (typeof EXTRACTION_PROBLEMS)[number];

/**
 * Why one page of a readable file has no text: `scanned`: it is a picture that was not read, yet or as one of too many;
 * `empty`: there are no words in the picture; `tooHard`: reading it took too much.
 */
export const PAGE_PROBLEMS = ['scanned', 'empty', 'tooHard'] as const;
export type PageProblem = (typeof PAGE_PROBLEMS)[number];

/** A heading of a file with the page on which it stands, from 1. */
export interface OutlineEntry {
  title: string;
  page: number;
}

/** How far the text of a file has been read. */
export interface FileReading {
  status: 'queued' | 'reading' | 'ready' | 'failed' | 'unreadable';
  /** As the file calls itself; null when it does not. */
  title: string | null;
  /** Pages of the whole file; null until its beginning was read. */
  pages: number | null;
  /** Pages that were read, from the beginning. */
  done: number;
  /** Pages that are pictures of text, and how many of these were read. */
  scans: number;
  recognised: number;
  /** Why it failed; null otherwise. */
  problem: ExtractionProblem | null;
}

/** One page of a file: a page of a PDF, a slide, some rows of a sheet, or a section of running text. */
export interface FilePage {
  /** From 1. */
  index: number;
  /** As readers know it: the printed page number, the sheet with its rows, the heading above. */
  label: string;
  text: string;
  problem: PageProblem | null;
  /**
   * Where the words of a scan stand, when asked for: six integers a word, its offsets in the text, `to` exclusive, and
   * its left, top, right and bottom edge in ten-thousandths of the page. Null for a page with text of its own.
   */
  words?: number[] | null;
}

/** Characters that a page of a PDF needs to count as one with text; fewer are page numbers on a scan. */
const FEW = 12;
/** Stands for characters that a font names no letter for. */
const GARBAGE = /[\p{Co}\p{Cn}\uFFFD\p{Cc}]/gu;
/** Share of such characters from which on a text says nothing. */
const MUCH_GARBAGE = 0.3;

/** Whether the text of a PDF's page is missing or garbage, so that its picture is read instead. */
export function isScan(text: string): boolean {
  const letters = text.replaceAll(/\s+/gu, '');
  if (letters.length < FEW) return true;
  return (letters.match(GARBAGE)?.length ?? 0) / letters.length > MUCH_GARBAGE;
}

export interface FilePages extends FileReading {
  /** Consecutive pages. */
  list: FilePage[];
}

/** Pages that are answered at once, at most. */
export const MAX_FILE_PAGES = 50;

export const readFileSchema = z.strictObject({ fileId: z.uuid() });

/** `after`: index of the last page that the reader has. `words`: whether to tell where the words of scans stand. */
export const filePagesSchema = z.strictObject({
  fileId: z.uuid(),
  after: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(MAX_FILE_PAGES).default(20),
  words: z.boolean().default(false),
});
