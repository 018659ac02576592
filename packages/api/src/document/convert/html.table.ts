import type { Element, ElementContent } from 'hast';
import { defaultHandlers, type Handle } from 'hast-util-to-mdast';
import type { Table, TableCell, TableRow } from 'mdast';
import { MAX_SPAN } from './table-limits.ts';

declare module 'mdast' {
  interface TableCellData {
    /** Columns and rows the cell spans. */
    span?: { colspan: number; rowspan: number };
    /** Another cell takes its place. */
    isCovered?: boolean;
  }
  interface TableData {
    /** Its first row is like the others. */
    isHeadless?: boolean;
  }
}

const BLOCK = /^(?:p|div|section|article|ul|ol|li|blockquote|h[1-6]|dl|dt|dd)$/u;
const CELL = /^t[dh]$/u;

/**
 * Builds a table whose cells keep their spans: every position of the grid has a cell, and covered ones are
 * empty and marked. Bounded by `assertTables`.
 */
export const tableOf: Handle = (state, element) => {
  // A nested table becomes text.
  if (state.inTable) return defaultHandlers.table(state, element);
  const usual = defaultHandlers.table(state, element);
  if (usual.type !== 'table') return usual;
  state.inTable = true;
  const grid: TableCell[][] = [];
  const rows = rowsIn(element);
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row.children.filter(isCell)) {
      while (grid[y]?.[x]) x += 1;
      const rowspan = Math.min(spanOf(cell, 'rowSpan'), rows.length - y);
      let colspan = spanOf(cell, 'colSpan');
      // A cell above spans this position.
      const taken = Array.from({ length: colspan }, (_, i) => grid[y]?.[x + i]).findIndex(Boolean);
      if (taken > 0) colspan = taken;
      for (let i = 0; i < rowspan; i += 1)
        for (let j = 0; j < colspan; j += 1) {
          const line = grid[y + i] ?? [];
          grid[y + i] = line;
          line[x + j] = { type: 'tableCell', children: [], data: { isCovered: true } };
        }
      const made = defaultHandlers.td(state, { ...cell, children: linesOf(cell.children) });
      const data = colspan > 1 || rowspan > 1 ? { data: { span: { colspan, rowspan } } } : {};
      (grid[y] as TableCell[])[x] = { type: 'tableCell', children: made.children, ...data };
      x += colspan;
    }
  }
  state.inTable = false;
  dropCoveredRows(grid);
  const isHeadless = !rows[0]?.children.some((cell) => cell.type === 'element' && cell.tagName === 'th');
  const table: Table = {
    type: 'table',
    align: usual.align ?? [],
    children: Array.from(grid, (row = []): TableRow => ({ type: 'tableRow', children: filled(row) })),
    ...(isHeadless && !hasHead(element) && { data: { isHeadless } }),
  };
  state.patch(element, table);
  return table;
};

/** Removes rows covered completely by cells above: a document's rows have at least one cell. */
function dropCoveredRows(grid: TableCell[][]): void {
  for (let y = grid.length - 1; y > 0; y -= 1) {
    const row = grid[y];
    if (!row || row.length === 0 || !Array.from(row).every((cell) => cell?.data?.isCovered)) continue;
    grid.splice(y, 1);
    for (let above = 0; above < y; above += 1)
      for (const cell of grid[above] ?? []) {
        const span = cell?.data?.span;
        if (span && above + span.rowspan > y) span.rowspan -= 1;
      }
  }
}

/** A row without holes. */
function filled(cells: readonly (TableCell | undefined)[]): TableCell[] {
  return Array.from(cells, (cell) => cell ?? { type: 'tableCell', children: [] });
}

function isCell(node: ElementContent): node is Element {
  return node.type === 'element' && CELL.test(node.tagName);
}

function spanOf({ properties }: Element, name: 'colSpan' | 'rowSpan'): number {
  return Math.min(MAX_SPAN, Math.max(1, Math.trunc(Number(properties[name])) || 1));
}

/** The rows of a table, not those of tables within it. */
function rowsIn({ children }: Element): Element[] {
  return children.flatMap((child) => {
    if (child.type !== 'element') return [];
    if (child.tagName === 'tr') return [child];
    return /^t(?:head|body|foot)$/u.test(child.tagName) ? rowsIn(child) : [];
  });
}

function hasHead({ children }: Element): boolean {
  return children.some((child) => child.type === 'element' && child.tagName === 'thead');
}

/** Joins a cell's content into one text, with a break before each paragraph or item. */
function linesOf(children: readonly ElementContent[]): ElementContent[] {
  const lines: ElementContent[] = [];
  let isLoose = false;
  for (const child of children) {
    const isBlock = child.type === 'element' && BLOCK.test(child.tagName);
    if (!isBlock) {
      lines.push(child);
      isLoose ||= child.type !== 'text' || child.value.trim() !== '';
      continue;
    }
    const inner = linesOf(child.children);
    if (inner.length === 0) continue;
    if (isLoose) lines.push({ type: 'element', tagName: 'br', properties: {}, children: [] });
    lines.push({ type: 'element', tagName: 'span', properties: {}, children: inner });
    isLoose = true;
  }
  return lines;
}
