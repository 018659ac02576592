/** Rows that are read; more would keep the server. */
const MAX_ROWS = 50_000;
const MAX_COLUMNS = 200;

export interface Csv {
  delimiter: string;
  columns: string[];
  rows: string[][];
}

/** What is known of a column. */
export interface ColumnSummary {
  name: string;
  /** Cells that are not empty. */
  filled: number;
  distinct: number;
  /** Absent where some cells are no numbers. */
  numbers?: { sum: number; min: number; max: number; mean: number };
}

/** Reads a table whose first row names the columns; null for a text without any. One pass, quotes as in RFC 4180. */
export function parseCsv(text: string): Csv | null {
  const body = text.replace(/^\uFEFF/, '');
  const delimiter = delimiterOf(body.slice(0, body.search(/\n|$/)));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    cell = '';
    if (row.length > 1 || row[0] !== '') rows.push(row.slice(0, MAX_COLUMNS));
    row = [];
  };
  for (let at = 0; at < body.length && rows.length <= MAX_ROWS; at += 1) {
    const sign = body[at] as string;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (body[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === delimiter) {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  const [columns, ...rest] = rows;
  return columns ? { delimiter, columns: columns.map((name) => name.trim()), rows: rest } : null;
}

function delimiterOf(header: string): string {
  const counts = [',', ';', '\t', '|'].map((sign) => [sign, header.split(sign).length] as const);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

/** Writes rows, with quotes where they are needed. */
export function writeCsv(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  delimiter: string,
): string {
  const written = (cell: string) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return `${[columns, ...rows].map((row) => row.map(written).join(delimiter)).join('\n')}\n`;
}

/** Counts, sums and extremes of each column. */
export function summariseColumns({ columns, rows, delimiter }: Csv): ColumnSummary[] {
  return columns.map((name, index) => {
    const cells = rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
    const distinct = new Set(cells).size;
    const hasComma = delimiter !== ',' && cells.some((cell) => /^-?\d+,\d+$/.test(cell));
    const numbers = cells.map((cell) => numberOf(cell, hasComma));
    const all = numbers.filter((number) => number !== null);
    const summary = { name, filled: cells.length, distinct };
    if (all.length === 0 || all.length < cells.length) return summary;
    const sum = all.reduce((total, number) => total + number, 0);
    const min = all.reduce((least, number) => Math.min(least, number));
    const max = all.reduce((most, number) => Math.max(most, number));
    return { ...summary, numbers: { sum, min, max, mean: sum / all.length } };
  });
}

/** @param hasComma whether a comma sets the fraction apart */
function numberOf(cell: string, hasComma: boolean): number | null {
  if (cell.length > 40) return null;
  const bare = cell.replace(/[\s\u00a0'’]|\p{Sc}|%$/gu, '');
  const plain = hasComma ? bare.replaceAll('.', '').replace(',', '.') : bare;
  if (/^-?\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}

/** A number for people, without the noise of binary fractions. */
export function shown(number: number): string {
  return String(Math.round(number * 100) / 100);
}
