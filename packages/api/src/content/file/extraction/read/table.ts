import Papa from 'papaparse';
import { MAX_CHARACTERS, type PageBatch, UnreadableFile } from '../pages.ts';
import { type Cell, rowPagesOf } from './rows.ts';
import { decodeText } from './text.ts';

/** Reads comma-separated and tab-separated values; the separator is guessed. */
export function readTable(bytes: Uint8Array): PageBatch {
  const text = decodeText(bytes);
  if (text.length > MAX_CHARACTERS) throw new UnreadableFile('tooLarge');
  // An empty last line would count against every separator.
  const { data } = Papa.parse<string[]>(text.trimEnd());
  const pages = rowPagesOf('', cellsOf(data));
  return { title: null, pages, total: pages.length };
}

function* cellsOf(rows: readonly string[][]): Generator<Cell[]> {
  for (const [row, values] of rows.entries())
    yield values.map((value, column) => ({ row, column, text: value }));
}
