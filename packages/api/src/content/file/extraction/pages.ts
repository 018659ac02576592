import { MAX_PAGE_TEXT } from '@tandem/shared/file/page-text';
import type { ExtractionProblem, OutlineEntry, PageProblem } from '@tandem/shared/file/reading';

/** One page of a file: a page of a PDF, a slide, some rows of a sheet, or a section of running text. */
export interface ExtractedPage {
  /** As readers know it: the printed page number, the sheet with its rows, the heading above. */
  label: string;
  /** Exactly the text that offsets of citations refer to. */
  text: string;
  /** Why there is no text; null for a page that was read. */
  problem: PageProblem | null;
  /** Headings that stand on it; absent for kinds of files that have none. */
  headings?: readonly string[];
}

/** Consecutive pages of one file. */
export interface PageBatch {
  /** The title that the file gives itself; null when it has none. */
  title: string | null;
  pages: ExtractedPage[];
  /** Pages of the whole file. */
  total: number;
  /** What the file says of its own structure; read with the first page. */
  outline?: readonly OutlineEntry[];
}

/** Asked after each page, whether the batch ends with it. */
export type IsEnough = (pages: number) => boolean;

/** Reads one file, batch by batch. */
export interface PageReader {
  /**
   * @param from index of the first page, from 0
   * @param isEnough ends the batch early, for formats that are read page by page
   */
  read(from: number, isEnough: IsEnough): Promise<PageBatch>;
  close(): Promise<void>;
}

/** Thrown by readers for a file that they understand well enough to refuse. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly problem: ExtractionProblem;

  constructor(problem: ExtractionProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Pages of one file. Longer files are refused. */
export const MAX_PAGES = 5_000;
/** Characters of one page; the rest of a longer one is on the pages that follow, or dropped from a PDF's. */
export const MAX_PAGE_CHARACTERS = MAX_PAGE_TEXT;
/** Entries of a file's outline, and characters of one; the others are left out. */
export const MAX_OUTLINE = 200;
export const MAX_ENTRY = 160;
/** Characters of one file. */
export const MAX_CHARACTERS = 12_000_000;
