import type { SourceText } from '../../context/sources.ts';
import { numberIn } from '../../tools/table/numbers.ts';
import { rowIn, type SheetRow } from '../../tools/table/rows.ts';

export type ColumnKind = 'number' | 'date' | 'text';

export interface Column {
  name: string;
  kind: ColumnKind;
  /** Its different values, of a column of text. */
  values: ReadonlySet<string>;
}

/** A sheet among the sources, with the rows of it that are known. */
export interface Table {
  source: number;
  name: string;
  /** Null for a file that is one sheet. */
  sheet: string | null;
  columns: Column[];
  rows: SheetRow[];
}

/** The label of a page of rows: `Costs, 1–50`. */
const ROWS = /^(?:(.*), )?\d+–\d+$/u;
const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}\.\d{2,4})\b/;
/** Share of the cells of a column that are numbers, or dates. */
const MOST = 0.8;
const MAX_VALUES = 500;

/** The sheets whose first rows are among these pages. */
export function tablesIn(sources: readonly SourceText[]): Table[] {
  return sources.flatMap(({ number, name, pages }) => {
    const sheets = Map.groupBy(
      pages.flatMap((page) => {
        const sheet = ROWS.exec(page.label);
        return sheet ? { ...page, sheet: sheet[1] ?? null } : [];
      }),
      ({ sheet }) => sheet,
    );
    return [...sheets].flatMap(([sheet, own]) => {
      const all = own.flatMap(({ id, text }) => text.split('\n').flatMap((line) => rowIn(line, id) ?? []));
      const [header, ...rows] = all.sort((a, b) => a.row - b.row);
      if (header?.row !== 1 || rows.length === 0) return [];
      return {
        source: number,
        name,
        sheet,
        rows,
        columns: header.cells.map((each, at) => columnOf(each, at, rows)),
      };
    });
  });
}

function columnOf(name: string, at: number, rows: readonly SheetRow[]): Column {
  const cells = rows.map(({ cells: all }) => all[at] ?? '').filter((cell) => cell !== '');
  const isMostly = (holds: (cell: string) => boolean) =>
    cells.length > 0 && cells.filter(holds).length >= cells.length * MOST;
  const kind = isMostly((cell) => DATE.test(cell))
    ? 'date'
    : isMostly((cell) => numberIn(cell, '.') !== null)
      ? 'number'
      : 'text';
  return { name, kind, values: new Set(kind === 'text' ? cells.slice(0, MAX_VALUES) : []) };
}
