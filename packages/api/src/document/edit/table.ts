import { inlineContentToNodes } from '@blocknote/core';
import type { TableCell, TableContent } from '@tandem/shared/document/blocks';
import type { Node, Schema } from 'prosemirror-model';
import { WorkerRefusal } from '../../core/worker/refusal.ts';
import { MAX_CELLS } from '../convert/table-limits.ts';

/**
 * Converts a table's rows to editor nodes. The editor's own conversion scans the whole table per cell, which
 * takes minutes for a few thousand rows; this one tracks occupied positions.
 * @throws WorkerRefusal `documentTooLarge` for more positions than a table may have; Error when cells overlap
 */
export function tableRows(
  { rows, headerRows = 0, headerCols = 0, columnWidths }: TableContent,
  schema: Schema,
): Node[] {
  const places = new Places(rows);
  return rows.map(({ cells }, row) => {
    const nodes = cells.map((cell, at) => {
      const column = places.take(row, at, cell);
      const span = spanOf(cell, 'colspan');
      const colwidth =
        span > 1
          ? Array.from({ length: span }, (_, i) => columnWidths[column + i] ?? undefined)
          : columnWidths[column]
            ? [columnWidths[column]]
            : null;
      const kind = row < headerRows || at < headerCols ? 'tableHeader' : 'tableCell';
      return nodeOf(schema, kind).createChecked({ ...cell.props, colwidth }, words(cell, schema));
    });
    return nodeOf(schema, 'tableRow').createChecked({}, nodes);
  });
}

function words(cell: TableCell, schema: Schema): Node {
  const inlines = inlineContentToNodes(cell.content as never, schema, 'tableParagraph');
  return nodeOf(schema, 'tableParagraph').createChecked(undefined, inlines);
}

function nodeOf(schema: Schema, name: string) {
  const type = schema.nodes[name];
  if (!type) throw new Error(`the editor has no ${name}`);
  return type;
}

function spanOf({ props }: TableCell, name: 'colspan' | 'rowspan'): number {
  return Number(props[name] ?? 1);
}

/** Occupied positions of a table under construction. */
class Places {
  private readonly height: number;
  private readonly width: number;
  private readonly occupied: Uint8Array;

  constructor(rows: TableContent['rows']) {
    this.height = rows.length;
    this.width = rows.reduce(
      (most, { cells }) =>
        Math.max(
          most,
          cells.reduce((sum, cell) => sum + spanOf(cell, 'colspan'), 0),
        ),
      0,
    );
    if (this.height * this.width > MAX_CELLS) throw new WorkerRefusal('documentTooLarge');
    this.occupied = new Uint8Array(this.height * this.width);
  }

  /**
   * Takes the first free position for a cell, from its index in the row.
   * @returns its column
   */
  take(row: number, at: number, cell: TableCell): number {
    const [top, left] = this.free(row, at);
    const bottom = top + spanOf(cell, 'rowspan');
    const right = left + spanOf(cell, 'colspan');
    if (bottom > this.height || right > this.width) throw new Error('a cell is larger than its table');
    for (let i = top; i < bottom; i += 1)
      for (let j = left; j < right; j += 1) {
        if (this.occupied[i * this.width + j]) throw new Error('cells of a table overlap');
        this.occupied[i * this.width + j] = 1;
      }
    return left;
  }

  private free(row: number, at: number): [number, number] {
    for (let i = row; i < this.height; i += 1)
      for (let j = at; j < this.width; j += 1) if (!this.occupied[i * this.width + j]) return [i, j];
    throw new Error('a table has more cells than places');
  }
}
