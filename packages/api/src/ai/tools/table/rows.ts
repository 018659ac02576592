import type { CitablePage } from '../../context/sources.ts';
import type { Paced } from './paced.ts';

/** A row of a sheet. */
export interface SheetRow {
  /** Id of the page on which it stands. */
  page: string;
  /** Number of the row in the sheet, from 1. */
  row: number;
  /** By column; empty cells are empty text. */
  cells: string[];
  /** The row as its page has it, to be quoted. */
  text: string;
}

/**
 * Reads the rows of a sheet from its pages: lines such as `| 3 | Rent | 900 |`, whose first cell is the row's number.
 * Other lines, such as the letters of the columns, are left out.
 */
export async function rowsOf(pages: readonly CitablePage[], work: Paced): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for (const { id, text } of pages)
    await work(text.split('\n'), (line) => {
      const row = rowIn(line, id);
      if (row) rows.push(row);
    });
  return rows;
}

/** The row in a line of a page; null for any other line. */
export function rowIn(line: string, page: string): SheetRow | null {
  const [, row, rest] = /^\| (\d{1,8}) \| (.*) \|$/.exec(line) ?? [];
  if (row === undefined || rest === undefined) return null;
  // A bar within a cell is written with a backslash.
  const cells = rest.split(' | ').map((cell) => cell.trim().replaceAll('\\|', '|'));
  return { page, row: Number(row), cells, text: line };
}

/** The column of these letters, or with this name in the first row, from 0; null for none. */
export function columnOf(name: string, header: readonly string[]): number | null {
  const wanted = name.trim().toLowerCase();
  const named = header.findIndex((cell) => cell.toLowerCase() === wanted);
  if (named !== -1) return named;
  if (!/^[a-z]{1,3}$/.test(wanted)) return null;
  return [...wanted].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0) - 1;
}
