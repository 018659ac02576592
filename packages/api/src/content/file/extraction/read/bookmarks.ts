import type { OutlineEntry } from '@tandem/shared/file/reading';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { entryOf } from '../outline.ts';
import { MAX_OUTLINE } from '../pages.ts';

type Bookmarks = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

/** Levels of bookmarks that are read; what is deeper is too fine to choose from. */
const MAX_LEVELS = 2;

/** The bookmarks of a PDF with the pages that they lead to; those that lead nowhere are left out. */
export async function bookmarksOf(pdf: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const take = async (bookmarks: Bookmarks, level: number): Promise<void> => {
    for (const { title, dest, items } of bookmarks ?? []) {
      if (entries.length >= MAX_OUTLINE) return;
      const page = await pageOf(pdf, dest);
      const words = entryOf(title);
      if (page !== null && words !== '') entries.push({ title: words, page });
      if (level < MAX_LEVELS) await take(items as Bookmarks, level + 1);
    }
  };
  // Bookmarks are a convenience: the text is read without them.
  await pdf.getOutline().then(
    (bookmarks) => take(bookmarks, 1),
    () => {},
  );
  return entries;
}

async function pageOf(pdf: PDFDocumentProxy, dest: string | unknown[] | null): Promise<number | null> {
  try {
    const place = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const [at] = place ?? [];
    if (typeof at === 'number') return at >= 0 && at < pdf.numPages ? at + 1 : null;
    if (typeof at !== 'object' || at === null) return null;
    return (await pdf.getPageIndex(at as Parameters<typeof pdf.getPageIndex>[0])) + 1;
  } catch {
    return null;
  }
}
