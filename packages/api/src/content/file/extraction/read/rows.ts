import { type ExtractedPage, MAX_CHARACTERS, MAX_PAGES, UnreadableFile } from '../pages.ts';

/** One cell with its place. Rows and columns count from 0. */
export interface Cell {
  row: number;
  column: number;
  text: string;
}

/** Rows of one page. */
const ROWS = 50;
/** Characters of a sheet's name: spreadsheets allow 31, files any number. */
const MAX_NAME = 100;
/** Characters after which a page ends with the next row. */
const TARGET = 4_000;

/**
 * Writes the cells of a sheet as pages of at most 50 rows. Each line begins with the row's number, and each page with
 * the letters of its columns, so that a reader can name a cell.
 * @param name of the sheet; empty for a file that is one sheet
 * @param rows cells by row, from the top
 */
export function rowPagesOf(name: string, rows: Iterable<readonly Cell[]>): ExtractedPage[] {
  const pages: ExtractedPage[] = [];
  const named = name.slice(0, MAX_NAME).toWellFormed();
  let lines: string[] = [];
  let length = 0;
  let total = 0;
  let first = 0;
  let last = 0;
  let columns = 0;
  const close = () => {
    if (lines.length === 0) return;
    const letters = Array.from({ length: columns }, (_, column) => columnName(column));
    const text = [`| | ${letters.join(' | ')} |`, ...lines].join('\n');
    const range = `${first + 1}–${last + 1}`;
    pages.push({ label: named ? `${named}, ${range}` : range, text, problem: null });
    total += text.length;
    if (pages.length > MAX_PAGES || total > MAX_CHARACTERS) throw new UnreadableFile('tooLarge');
    lines = [];
    length = 0;
    columns = 0;
  };
  for (const cells of rows) {
    const row = cells[0]?.row ?? 0;
    if (cells.every(({ text }) => text.trim() === '')) continue;
    const line = lineOf(row, cells);
    if (lines.length === ROWS || (length > 0 && length + line.length > TARGET)) close();
    if (lines.length === 0) first = row;
    last = row;
    for (const { column } of cells) columns = Math.max(columns, Math.min(column + 1, MAX_COLUMNS));
    lines.push(line);
    length += line.length;
  }
  close();
  return pages;
}

/** Columns of one line; a sheet may place a cell in the last of 16,384. */
const MAX_COLUMNS = 400;

/** Characters of one row: it fits a page with the letters of its columns. */
const MAX_ROW = 30_000;

function lineOf(row: number, cells: readonly Cell[]): string {
  const near = cells.filter(({ column }) => column < MAX_COLUMNS);
  const texts = Array.from({ length: Math.max(0, ...near.map(({ column }) => column + 1)) }, () => '');
  // In a row that is too long every cell keeps its share, so that it stays a row. Escaping may make it too long.
  const share = Math.floor(MAX_ROW / near.length);
  const most = isLong(near.map(({ text }) => text)) ? share : MAX_ROW;
  for (const { column, text } of near) texts[column] = cellText(text.slice(0, most));
  const kept = isLong(texts) ? texts.map((text) => cut(text, share)) : texts;
  return `| ${row + 1} | ${kept.join(' | ')} |`;
}

const isLong = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0) > MAX_ROW;

/** A cell's text on one line, in which a bar does not pass for the end of the cell. */
function cellText(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}

/** The beginning of a cell's text, without half of an escaped bar. */
function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).toWellFormed().replace(/\\$/, '') : text;
}

/** The letters by which spreadsheets name a column. @param column from 0 */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
