import type { ExtractionFormat } from '../format.ts';
import { outlineOf } from '../outline.ts';
import { MAX_CHARACTERS, MAX_PAGE_CHARACTERS, MAX_PAGES, type PageBatch, UnreadableFile } from '../pages.ts';
import type { IsEnough } from './pdf.ts';

/**
 * Reads pages of a file. To be run where it can be killed: files of other people can take long.
 * @param from index of the first page, from 0
 * @param isEnough ends the batch early, for formats that are read page by page
 * @throws UnreadableFile
 */
export async function readPages(
  format: ExtractionFormat,
  bytes: Uint8Array,
  from: number,
  isEnough: IsEnough,
): Promise<PageBatch> {
  const batch = await readerOf[format](bytes, from, isEnough);
  if (batch.total === 0) throw new UnreadableFile('empty');
  return bounded(batch);
}

/** Characters of a title, and of the label of a page, which a file can make as long as itself. */
const MAX_LABEL = 200;

/** Whatever a reader makes of a file, no part of it is longer than those who show and search it expect. */
function bounded({ title, pages, total, outline }: PageBatch): PageBatch {
  if (total > MAX_PAGES) throw new UnreadableFile('tooLarge');
  let characters = 0;
  const kept = pages.map(({ label, text, problem }) => {
    const page = { label: cut(label, MAX_LABEL), text: cut(text, MAX_PAGE_CHARACTERS), problem };
    characters += page.text.length;
    return page;
  });
  if (characters > MAX_CHARACTERS) throw new UnreadableFile('tooLarge');
  const own = title === null ? null : cut(title, MAX_LABEL);
  return { title: own, pages: kept, total, ...(outline && { outline }) };
}

function cut(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).toWellFormed() : text;
}

/** Readers, each loaded when the first file of its format comes. */
const readerOf: Record<
  ExtractionFormat,
  (bytes: Uint8Array, from: number, isEnough: IsEnough) => Promise<PageBatch>
> = {
  pdf: async (...task) => (await import('./pdf.ts')).readPdf(...task),
  office: async (bytes, from) => rest((await import('./office.ts')).readOffice(bytes), from),
  page: async (bytes, from) => rest((await import('./office.ts')).readOffice(bytes, 'html'), from),
  mail: async (bytes, from) => rest((await import('./mail.ts')).readMail(bytes), from),
  table: async (bytes, from) => rest((await import('./table.ts')).readTable(bytes), from),
  image: async () => onePicture,
  text: async (bytes, from) => rest((await import('./text.ts')).readText(bytes), from),
};

/** A picture is one page, whose words are recognised. */
const onePicture: PageBatch = {
  title: null,
  pages: [{ label: '1', text: '', problem: 'scanned' }],
  total: 1,
};

/** The pages from one on, of a format that is read whole. */
async function rest(whole: PageBatch | Promise<PageBatch>, from: number): Promise<PageBatch> {
  const batch = await whole;
  return { ...batch, pages: batch.pages.slice(from), ...(from === 0 && { outline: outlineOf(batch.pages) }) };
}
