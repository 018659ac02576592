import * as z from 'zod';
import { Exact } from '../calculator/functions.ts';
import { sourceNumber, sourcesOf } from '../sources.ts';
import { type ToolDefinition, ToolError } from '../types.ts';
import { type Convention, conventionOf, type DecimalSign, numberIn } from './numbers.ts';
import { type Paced, paced } from './paced.ts';
import { columnOf, rowsOf, type SheetRow } from './rows.ts';

/** Rows, or groups, of one answer. */
const MAX_SHOWN = 60;

const column = z.string().min(1).max(200).describe('Name of a column as in the header, or its letters.');
const operators = ['=', '!=', '<', '<=', '>', '>=', 'contains'] as const;

const input = z.object({
  source: sourceNumber,
  sheet: z.string().max(200).optional().describe('Name of the sheet, for a source with several.'),
  where: z
    .array(z.object({ column, is: z.enum(operators), value: z.union([z.string().max(500), z.number()]) }))
    .max(10)
    .optional()
    .describe('Conditions that a row has to meet, all of them.'),
  groupBy: column.optional(),
  sum: column.optional().describe('Column to add up; its average, least and greatest number come along.'),
  sortBy: column.optional().describe('Column by which rows are sorted; those without a number come last.'),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .describe(
      'Of `sortBy`; ascending when left out. Groups are sorted by their sums, or else by their rows; descending when left out.',
    ),
});
type Input = z.output<typeof input>;

type Operator = (typeof operators)[number];

/** Characters of the columns' names in an answer that names no column there is. */
const MAX_TOLD = 2_000;

export const queryTableTool: ToolDefinition<Input, unknown> = {
  name: 'query_table',
  description:
    'Filters, counts, sorts, groups and adds up the rows of a spreadsheet or CSV source exactly. Cite rows by the page ids and words it returns. The first row is taken for the header.',
  input,
  isRepeatable: true,
  async execute({ source, sheet, where = [], groupBy, sum, sortBy, order }, context) {
    const work = paced();
    const [header, ...rows] = await rowsOf(await sourcesOf(context).rows(source, sheet ?? null), work);
    if (!header) throw new ToolError('This source has no rows of a table.');
    const at = (name: string) => {
      const found = columnOf(name, header.cells);
      if (found === null) {
        const names = header.cells.join(', ').slice(0, MAX_TOLD).toWellFormed();
        throw new ToolError(`There is no column "${name}". The columns are: ${names}`);
      }
      return found;
    };
    const conventions = await conventionsOf(
      rows,
      [...where.map(({ column: name }) => name), ...[sum, sortBy].filter((name) => name !== undefined)].map(
        at,
      ),
      work,
    );
    const conditions = where.map(({ column: name, is, value }) =>
      conditionOf(at(name), is, value, decimalOf(conventions, at(name))),
    );
    const kept: SheetRow[] = [];
    await work(rows, (row) => {
      if (conditions.every((holds) => holds(row))) kept.push(row);
    });
    const summed = sum === undefined ? null : { at: at(sum), decimal: decimalOf(conventions, at(sum)) };
    const notes = notesOf(conventions, header.cells);
    const columns = header.cells;
    if (groupBy === undefined) {
      if (sortBy !== undefined)
        sortRows(kept, at(sortBy), decimalOf(conventions, at(sortBy)), order ?? 'asc');
      const shown = kept.slice(0, MAX_SHOWN).map(({ page, row, text }) => ({ page, row, text }));
      return {
        columns,
        matching: kept.length,
        ...(await totalOf(kept, summed, work)),
        ...notes,
        rows: shown,
      };
    }
    const by = at(groupBy);
    const groups = await groupsOf(kept, by, summed, work);
    if (sortBy !== undefined && at(sortBy) === by) {
      const firsts = groups.map(({ first }) => first);
      sortRows(firsts, by, decimalOf(conventions, by), order ?? 'asc');
      const places = new Map(firsts.map((row, place) => [row, place]));
      groups.sort((a, b) => (places.get(a.first) ?? 0) - (places.get(b.first) ?? 0));
    } else sortGroups(groups, order ?? 'desc');
    const withoutNumber = groups.reduce((all, { total }) => all + (total?.withoutNumber ?? 0), 0);
    return {
      columns,
      matching: kept.length,
      groupedBy: columns[by] || groupBy,
      ...(withoutNumber > 0 && { withoutNumber }),
      ...notes,
      groupCount: groups.length,
      groups: groups.slice(0, MAX_SHOWN).map(({ value, rows: count, total, first: { page, text } }) => ({
        value,
        rows: count,
        ...total,
        first: { page, text },
      })),
      ...(groups.length > MAX_SHOWN && { more: true }),
    };
  },
};

interface Group {
  value: string;
  rows: number;
  /** Null when no column is added up. */
  total: Total | null;
  first: SheetRow;
}

/** The rows with each value of a column, added up: all of them, since only then the greatest is known. */
async function groupsOf(
  rows: readonly SheetRow[],
  by: number,
  summed: { at: number; decimal: DecimalSign } | null,
  work: Paced,
): Promise<Group[]> {
  const members = new Map<string, [SheetRow, ...SheetRow[]]>();
  await work(rows, (row) => {
    const value = row.cells[by] ?? '';
    const own = members.get(value);
    if (own) own.push(row);
    else members.set(value, [row]);
  });
  const groups: Group[] = [];
  for (const [value, own] of members)
    groups.push({ value, rows: own.length, total: await totalOf(own, summed, work), first: own[0] });
  return groups;
}

/** Sorts groups by their sums, and those without any number last; by their rows when nothing is added up. */
function sortGroups(groups: Group[], order: 'asc' | 'desc'): void {
  const sign = order === 'asc' ? 1 : -1;
  groups.sort((a, b) => {
    if (a.total === null || b.total === null) return (a.rows - b.rows) * sign;
    if (a.total.added === 0 || b.total.added === 0)
      return Number(a.total.added === 0) - Number(b.total.added === 0);
    return (a.total.sum - b.total.sum) * sign;
  });
}

/** How the numbers of these columns are written, judged over all rows. */
async function conventionsOf(
  rows: readonly SheetRow[],
  columns: readonly number[],
  work: Paced,
): Promise<Map<number, Convention>> {
  const conventions = new Map<number, Convention>();
  for (const at of new Set(columns)) {
    const cells: string[] = [];
    await work(rows, (row) => cells.push(row.cells[at] ?? ''));
    conventions.set(at, await conventionOf(cells, work));
  }
  return conventions;
}

const decimalOf = (conventions: ReadonlyMap<number, Convention>, at: number): DecimalSign =>
  conventions.get(at)?.decimal ?? '.';

/** Columns in which a number may mean another, for the model to say so. */
function notesOf(conventions: ReadonlyMap<number, Convention>, header: readonly string[]): object {
  const ambiguous = [...conventions].flatMap(([at, { decimal, unclear }]) =>
    unclear === null
      ? []
      : `"${unclear}" in the column "${(header[at] ?? '').slice(0, 100)}" was read as ${numberIn(unclear, decimal)}, with "${decimal}" before the fraction. Nothing in the column tells whether it sets thousands apart instead: say so in the answer.`,
  );
  return ambiguous.length === 0 ? {} : { ambiguous };
}

/** Whether a row meets a condition. What it is compared with is read once, since a sheet has many rows. */
function conditionOf(
  at: number,
  is: Operator,
  value: string | number,
  decimal: DecimalSign,
): (row: SheetRow) => boolean {
  const text = String(value).trim();
  const lower = text.toLowerCase();
  const right = typeof value === 'number' ? value : numberIn(text, decimal);
  return ({ cells }) => {
    const cell = cells[at] ?? '';
    if (is === 'contains') return cell.toLowerCase().includes(lower);
    const left = right === null ? null : numberIn(cell, decimal);
    const order =
      left !== null && right !== null
        ? left - right
        : cell.toLowerCase() === lower
          ? 0
          : cell.localeCompare(text);
    if (is === '=') return order === 0;
    if (is === '!=') return order !== 0;
    // An empty cell is neither less nor more than anything.
    if (cell === '') return false;
    return is === '<' ? order < 0 : is === '<=' ? order <= 0 : is === '>' ? order > 0 : order >= 0;
  };
}

/** Sorts rows by a column: numbers by their value, and after them texts by their letters. */
function sortRows(rows: SheetRow[], at: number, decimal: DecimalSign, order: 'asc' | 'desc'): void {
  const keys = new Map(rows.map((row) => [row, numberIn(row.cells[at] ?? '', decimal)]));
  const sign = order === 'asc' ? 1 : -1;
  rows.sort((a, b) => {
    const [left, right] = [keys.get(a) ?? null, keys.get(b) ?? null];
    if (left !== null && right !== null) return (left - right) * sign;
    if (left !== null || right !== null) return left === null ? 1 : -1;
    return (a.cells[at] ?? '').localeCompare(b.cells[at] ?? '') * sign;
  });
}

/** What the cells of a column add up to. */
interface Total {
  sum: number;
  /** Cells that hold a number. */
  added: number;
  average?: number;
  least?: number;
  greatest?: number;
  withoutNumber?: number;
}

/** The sum of a column's cells, with their average, the least and the greatest; null when no column is named. */
async function totalOf(
  rows: readonly SheetRow[],
  summed: { at: number; decimal: DecimalSign } | null,
  work: Paced,
): Promise<Total | null> {
  if (summed === null) return null;
  // Decimally, so that 0.1 + 0.2 is 0.3.
  let sum = new Exact(0);
  let added = 0;
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  await work(rows, ({ cells }) => {
    const value = numberIn(cells[summed.at] ?? '', summed.decimal);
    if (value === null) return;
    sum = sum.plus(value);
    added += 1;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  });
  const skipped = rows.length - added;
  return {
    ...{ sum: sum.toNumber(), added },
    ...(added > 1 && { average: sum.div(added).toNumber(), least, greatest }),
    ...(skipped > 0 && { withoutNumber: skipped }),
  };
}
