import { itemOptions, type ListedItem, pageTextOf } from '@tandem/shared/file/page-text';
import { isScan, type PageProblem } from '@tandem/shared/file/reading';
import { AnnotationMode, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type ExtractedPage, MAX_PAGES, type PageReader, UnreadableFile } from '../pages.ts';
import { bookmarksOf } from './bookmarks.ts';
import { withoutHidden } from './hidden.ts';
import { openPdf } from './open-pdf.ts';
import { paintedBy } from './painted.ts';

/** Time of the processor from which on the text of a page tells that it holds much else, in milliseconds. */
const HEAVY_MS = 250;

/**
 * Opens a PDF to read consecutive pages of it. The text of a page is made by the rule that browsers apply to the same
 * items, so that they find the same offsets.
 * @throws UnreadableFile `encrypted`, `broken`, `tooLarge`
 */
export async function openPages(bytes: Uint8Array): Promise<PageReader> {
  const task = await openPdf(bytes, { pictures: false });
  const pdf = await task.promise.catch(refuse);
  const total = pdf.numPages;
  if (total > MAX_PAGES) throw new UnreadableFile('tooLarge');
  const labels = await pdf.getPageLabels().catch(() => null);
  const title = await titleOf(pdf);
  return {
    async read(from, isEnough) {
      const pages: ExtractedPage[] = [];
      for (let index = from; index < total; index += 1) {
        const page = await readPage(pdf, index, { printed: labels?.[index], isFirst: index === from });
        if (page) pages.push(page);
        if (!page || isEnough(pages.length)) break;
      }
      return { title, pages, total, ...(from === 0 && { outline: await bookmarksOf(pdf) }) };
    },
    close: () => task.destroy(),
  };
}

/** Reads a page; null for one that is better read as the first of a batch, so that no other fails with it. */
async function readPage(
  pdf: PDFDocumentProxy,
  index: number,
  { printed, isFirst }: { printed: string | undefined; isFirst: boolean },
): Promise<ExtractedPage | null> {
  const label = printed?.trim() || String(index + 1);
  const without = (problem: PageProblem) => ({ label, text: '', problem });
  const began = process.cpuUsage();
  let page: PDFPageProxy | null = null;
  try {
    page = await pdf.getPage(index + 1);
    const { items } = await page.getTextContent(itemOptions);
    // Browsers judge by the same text which pages are pictures.
    if (isScan(pageTextOf(items, page.userUnit))) return without('scanned');
    if (!isFirst && process.cpuUsage(began).user > HEAVY_MS * 1_000) return null;
    const text = pageTextOf(await seenIn(page, items), page.userUnit);
    // What is left to see may be a picture.
    return isScan(text) ? without('scanned') : { label, text, problem: null };
  } catch {
    // One broken page says nothing about the others.
    return without('tooHard');
  } finally {
    page?.cleanup();
  }
}

/** The items of a page with blanks for what nobody sees. */
async function seenIn(page: PDFPageProxy, items: readonly ListedItem[]): Promise<readonly ListedItem[]> {
  const operators = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE });
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  return withoutHidden(items, paintedBy(operators), (right - left) * (top - bottom));
}

async function titleOf(pdf: PDFDocumentProxy): Promise<string | null> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const { Title: title } = info as { Title?: unknown };
  return typeof title === 'string' && title.trim() !== '' ? title.trim().slice(0, 200) : null;
}

function refuse(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  throw new UnreadableFile(name === 'PasswordException' ? 'encrypted' : 'broken', error);
}
