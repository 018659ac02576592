import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A heading of a PDF's own outline. */
export interface OutlineEntry {
  title: string;
  /** Page that it leads to, from 1; null for one that leads nowhere in the file. */
  page: number | null;
  /** Height in the page at which it begins, in units of the file from below; null for the top of the page. */
  height: number | null;
  entries: readonly OutlineEntry[];
}

type RawEntry = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

/** Entries that are read; a longer outline ends there. */
const MAX_ENTRIES = 2_000;
/** Deepest level that is read. */
const MAX_DEPTH = 12;

/** Reads the outline of a PDF with the page of each entry. */
export async function readOutline(pdf: PDFDocumentProxy): Promise<OutlineEntry[]> {
  let room = MAX_ENTRIES;
  const read = async (raw: readonly RawEntry[], depth: number): Promise<OutlineEntry[]> => {
    const entries: OutlineEntry[] = [];
    for (const { title, dest, items } of raw) {
      if (room <= 0) break;
      room -= 1;
      entries.push({
        title: title.trim(),
        ...(await placeOf(pdf, dest)),
        entries: depth < MAX_DEPTH ? await read((items ?? []) as RawEntry[], depth + 1) : [],
      });
    }
    return entries.filter((entry) => entry.title !== '');
  };
  return read((await pdf.getOutline()) ?? [], 1);
}

type Place = Pick<OutlineEntry, 'page' | 'height'>;
const nowhere: Place = { page: null, height: null };

async function placeOf(pdf: PDFDocumentProxy, dest: RawEntry['dest']): Promise<Place> {
  try {
    const place = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const at: unknown = place?.[0];
    const height = heightIn(place ?? []);
    if (typeof at === 'number') return at >= 0 && at < pdf.numPages ? { page: at + 1, height } : nowhere;
    if (typeof at !== 'object' || at === null) return nowhere;
    const index = await pdf.getPageIndex(at as Parameters<typeof pdf.getPageIndex>[0]);
    return { page: index + 1, height };
  } catch {
    return nowhere;
  }
}

/** Ways of showing a place that say its height, and where in the list it stands. */
const heights: Record<string, number> = { XYZ: 3, FitH: 2, FitBH: 2, FitR: 5 };

function heightIn(place: readonly unknown[]): number | null {
  const { name } = (place[1] ?? {}) as { name?: unknown };
  const height = place[heights[String(name)] ?? -1];
  return typeof height === 'number' ? height : null;
}

/** Returns the share of a page's height, as it is turned, that is above a height in it. */
export async function shareAbove(
  pdf: PDFDocumentProxy,
  { page, height, rotation }: { page: number; height: number | null; rotation: number },
): Promise<number> {
  if (height === null) return 0;
  const loaded = await pdf.getPage(page);
  const viewport = loaded.getViewport({ scale: 1, rotation: loaded.rotate + rotation });
  const [, y] = viewport.convertToViewportPoint(0, height);
  return Math.min(1, Math.max(0, y / viewport.height));
}

/** Returns the entries in the order in which they are listed. */
export function listed(entries: readonly OutlineEntry[]): OutlineEntry[] {
  return entries.flatMap((entry) => [entry, ...listed(entry.entries)]);
}

/** Returns the entry in which a page lies: the last one that begins on it or before. */
export function entryOf(entries: readonly OutlineEntry[], page: number): OutlineEntry | null {
  return listed(entries).findLast((entry) => entry.page !== null && entry.page <= page) ?? null;
}
