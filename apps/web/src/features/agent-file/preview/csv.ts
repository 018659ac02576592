/** Rows of a table that are laid out. */
const MAX_ROWS = 500;
const MAX_COLUMNS = 100;

export interface TableOfText {
  rows: string[][];
  /** Rows altogether. */
  total: number;
}

/** Reads comma- or tab-separated values, with quotes as in RFC 4180. */
export function tableOf(text: string, separator: ',' | '\t' | ';'): TableOfText {
  const rows: string[][] = [];
  let total = 0;
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    if (row.length < MAX_COLUMNS) row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    total++;
    if (rows.length < MAX_ROWS) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) endCell();
    else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  return { rows, total };
}

/** What separates the values of a text: tabs by its name, else what its first line has most of. */
export function separatorOf(path: string, text: string): ',' | '\t' | ';' {
  if (path.toLowerCase().endsWith('.tsv')) return '\t';
  const first = text.slice(0, text.indexOf('\n') + 1 || undefined);
  const count = (sign: string) => first.split(sign).length;
  return count(';') > count(',') ? ';' : ',';
}
