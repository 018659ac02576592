import type { TableCell, TableContent } from '@tandem/shared/document/blocks';
import type {
  DifferenceCell,
  DifferenceRow,
  Presence,
  TableDifference,
  TableHead,
} from '@tandem/shared/version/difference';
import { diffArrays } from 'diff';
import { type Pair, pairBetween, type Step, sampleOf, steps } from './align.ts';
import { compareWords, countWords, type Effort, inlineTokens, runsOf, someWords } from './words.ts';

/** Maximum edit distance of two tables, in rows or columns, for a comparison by row. */
const MAX_EDITS = 200;
const ROWS_MS = 60;

type Row = TableContent['rows'][number];

/** Compares two tables: columns, rows, and the words of their cells. */
export function compareTables(before: TableContent, after: TableContent, effort: Effort): TableDifference {
  const columns = columnSteps(before, after);
  const rows = rowSteps(before, after).map(([b, a]) =>
    compareRows(before.rows[b ?? -1], after.rows[a ?? -1], columns, effort),
  );
  return {
    before: headOf(before),
    after: headOf(after),
    columns: columns.map(presenceOf),
    rows,
  };
}

/** A table that is in one of the states only, or unchanged in both. */
export function wholeTable(presence: Presence, table: TableContent): TableDifference {
  const head = headOf(table);
  return {
    before: presence === 'added' ? null : head,
    after: presence === 'removed' ? null : head,
    columns: Array.from({ length: widthOf(table) }, () => presence),
    rows: table.rows.map(({ cells }) => ({
      change: presence,
      cells: cells.map((cell) => wholeCell(presence, cell)),
    })),
  };
}

/** Counts the words of a table. */
export function countTableWords(table: TableContent): number {
  const cells = table.rows.flatMap((row) => row.cells);
  return cells.reduce((sum, { content }) => sum + countWords(inlineTokens(content)), 0);
}

/** The words of a table, to tell how alike two are. */
export function tableWords(table: TableContent): string[] {
  return table.rows.slice(0, 40).flatMap(rowWords);
}

function headOf({ columnWidths, headerRows, headerCols }: TableContent): TableHead {
  return {
    columnWidths,
    ...(headerRows !== undefined && { headerRows }),
    ...(headerCols !== undefined && { headerCols }),
  };
}

function widthOf({ rows }: TableContent): number {
  return rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
}

const keyOf = ({ content }: TableCell) => inlineTokens(content).map(({ key }) => key);
const rowWords = ({ cells }: Row) => cells.flatMap(({ content }) => someWords(content, 80));

function presenceOf([before, after]: Step): Presence {
  if (before === null) return 'added';
  return after === null ? 'removed' : 'same';
}

/** Columns are known by their first cell; between those that are, they go by their place. */
function columnSteps(before: TableContent, after: TableContent): Step[] {
  const lengths = { before: widthOf(before), after: widthOf(after) };
  if (lengths.before === lengths.after)
    return steps(
      lengths,
      Array.from({ length: lengths.before }, (_, at) => [at, at] as const),
    );
  const heads = (table: TableContent, width: number) =>
    Array.from({ length: width }, (_, at) =>
      JSON.stringify((table.rows[0]?.cells[at] ?? null) && keyOf(table.rows[0]?.cells[at] as TableCell)),
    );
  const known = equalPairs(heads(before, lengths.before), heads(after, lengths.after));
  const all: Pair[] = [];
  let [i, j] = [0, 0];
  for (const [b, a] of [...known, [lengths.before, lengths.after] as const]) {
    for (; i < b && j < a; i += 1, j += 1) all.push([i, j]);
    if (b < lengths.before) all.push([b, a]);
    [i, j] = [b + 1, a + 1];
  }
  return steps(lengths, all);
}

function rowSteps(before: TableContent, after: TableContent): Step[] {
  const keys = (table: TableContent) => table.rows.map(({ cells }) => JSON.stringify(cells.map(keyOf)));
  const equal = equalPairs(keys(before), keys(after));
  const side = ({ rows }: TableContent) => ({
    length: rows.length,
    sample: (at: number) => sampleOf('row', rowWords(rows[at] as Row)),
    isFree: () => true,
  });
  const pairs = pairBetween(side(before), side(after), equal);
  return steps({ before: before.rows.length, after: after.rows.length }, pairs);
}

/** Pairs equal entries of two lists, in the order of both; none when they differ too much. */
function equalPairs(before: string[], after: string[]): Pair[] {
  const found = diffArrays(before, after, { maxEditLength: MAX_EDITS, timeout: ROWS_MS }) ?? [];
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  for (const { added, removed, count } of found) {
    if (!added && !removed) for (let n = 0; n < count; n += 1) pairs.push([i + n, j + n]);
    if (!added) i += count;
    if (!removed) j += count;
  }
  return pairs;
}

function compareRows(
  before: Row | undefined,
  after: Row | undefined,
  columns: readonly Step[],
  effort: Effort,
): DifferenceRow {
  const presence: Presence = before ? (after ? 'same' : 'removed') : 'added';
  const cells = columns.flatMap(([b, a]) => {
    const from = b === null ? undefined : before?.cells[b];
    const to = a === null ? undefined : after?.cells[a];
    return from || to ? [compareCells(from, to, effort)] : [];
  });
  const isChanged = presence === 'same' && cells.some(({ change }) => change !== 'same');
  return { change: isChanged ? 'changed' : presence, cells };
}

function compareCells(
  before: TableCell | undefined,
  after: TableCell | undefined,
  effort: Effort,
): DifferenceCell {
  if (before && after) {
    const runs = compareWords(before.content, after.content, effort);
    const isSame =
      runs.every((run) => run.in === 'same') && JSON.stringify(before.props) === JSON.stringify(after.props);
    return { change: isSame ? 'same' : 'changed', runs, before: before.props, after: after.props };
  }
  const words = countWords(inlineTokens((before ?? after)?.content ?? []));
  if (before) effort.wordsRemoved += words;
  else effort.wordsAdded += words;
  return wholeCell(before ? 'removed' : 'added', (before ?? after) as TableCell);
}

function wholeCell(presence: Presence, { content, props }: TableCell): DifferenceCell {
  return {
    change: presence,
    runs: runsOf(presence, content),
    before: presence === 'added' ? null : props,
    after: presence === 'removed' ? null : props,
  };
}
