import type { ExtractionFormat } from '../format.ts';
import { outlineOf } from '../outline.ts';
import {
  type IsEnough,
  MAX_CHARACTERS,
  MAX_PAGE_CHARACTERS,
  MAX_PAGES,
  type PageBatch,
  type PageReader,
  UnreadableFile,
} from '../pages.ts';

/**
 * Opens a file to read its pages. To be run where it can be killed: files of other people can take long.
 * @throws UnreadableFile, as its reading does
 */
export async function openFile(format: ExtractionFormat, bytes: Uint8Array): Promise<PageReader> {
  const reader = format === 'pdf' ? await (await import('./pdf.ts')).openPages(bytes) : inOne(format, bytes);
  return {
    async read(from, isEnough) {
      const batch = await reader.read(from, isEnough);
      if (batch.total === 0) throw new UnreadableFile('empty');
      return bounded(batch);
    },
    close: () => reader.close(),
  };
}

/** Reads pages of a file that is opened for them alone. */
export async function readPages(
  format: ExtractionFormat,
  bytes: Uint8Array,
  from: number,
  isEnough: IsEnough,
): Promise<PageBatch> {
  const reader = await openFile(format, bytes);
  try {
    return await reader.read(from, isEnough);
  } finally {
    await reader.close();
  }
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

/** Readers of formats that are read whole, each loaded when the first file of its format comes. */
const readerOf: Record<
  Exclude<ExtractionFormat, 'pdf'>,
  (bytes: Uint8Array) => Promise<PageBatch> | PageBatch
> = {
  office: async (bytes) => outlined(await (await import('./office.ts')).readOffice(bytes)),
  page: async (bytes) => outlined(await (await import('./office.ts')).readOffice(bytes, 'html')),
  mail: async (bytes) => outlined(await (await import('./mail.ts')).readMail(bytes)),
  table: async (bytes) => outlined((await import('./table.ts')).readTable(bytes)),
  image: () => onePicture,
  text: async (bytes) => outlined((await import('./text.ts')).readText(bytes)),
};

/** A picture is one page, whose words are recognised. */
const onePicture: PageBatch = {
  title: null,
  pages: [{ label: '1', text: '', problem: 'scanned' }],
  total: 1,
};

/** Reads a file of a format that is read whole: all pages from one on are a batch. */
function inOne(format: Exclude<ExtractionFormat, 'pdf'>, bytes: Uint8Array): PageReader {
  return {
    async read(from) {
      const { outline, pages, ...batch } = await readerOf[format](bytes);
      return { ...batch, pages: pages.slice(from), ...(from === 0 && outline && { outline }) };
    },
    close: async () => {},
  };
}

function outlined(batch: PageBatch): PageBatch {
  return { ...batch, outline: outlineOf(batch.pages) };
}
