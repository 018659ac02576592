import { BlockNoteEditor, tableContentToNodes } from '@blocknote/core';
import type { TableCell, TableContent } from '@tandem/shared/document/blocks';
import { documentSchema } from '@tandem/shared/document/editor';
import { describe, expect, it } from 'vitest';
import { tableRows } from './table.ts';

const schema = BlockNoteEditor.create({ schema: documentSchema }).pmSchema;
const cell = (text: string, props: TableCell['props'] = {}): TableCell => ({
  type: 'tableCell',
  content: text === '' ? [] : [{ type: 'text', text, styles: { bold: true } }],
  props,
});
const table = (rows: TableCell[][], more: Partial<TableContent> = {}): TableContent => ({
  type: 'tableContent',
  columnWidths: [],
  rows: rows.map((cells) => ({ cells })),
  ...more,
});

describe('rows of a table', () => {
  it.each<[string, TableContent]>([
    [
      'plain',
      table([
        [cell('a'), cell('')],
        [cell('b'), cell('c')],
      ]),
    ],
    [
      'with headings',
      table(
        [
          [cell('a'), cell('b')],
          [cell('c'), cell('d')],
        ],
        { headerRows: 1, headerCols: 1 },
      ),
    ],
    ['with widths', table([[cell('a'), cell('b', { colspan: 2 })]], { columnWidths: [100, null, 80] })],
    ['with colours', table([[cell('a', { backgroundColor: 'red', textAlignment: 'right' })]])],
    [
      'with cells over several places',
      table([
        [cell('a', { rowspan: 2 }), cell('b', { colspan: 2 })],
        [cell('c'), cell('d')],
      ]),
    ],
    ['of rows of different length', table([[cell('a'), cell('b')], [cell('c')]])],
  ])('equal those of the editor: %s', (_label, content) => {
    const expected = tableContentToNodes(content as never, schema);
    expect(tableRows(content, schema).map((row) => row.toJSON())).toEqual(
      expected.map((row) => row.toJSON()),
    );
  });

  it('are refused when cells are larger than their table', () => {
    expect(() => tableRows(table([[cell('a', { rowspan: 3 })]]), schema)).toThrow('larger than its table');
  });

  it('are refused when they have more cells than a document may hold', () => {
    const row = Array.from({ length: 200 }, () => cell('a', { colspan: 200 }));
    expect(() => tableRows(table([row, row, row]), schema)).toThrow('documentTooLarge');
  });

  it('are computed in linear time', () => {
    const timeOf = (side: number) => {
      const row = Array.from({ length: side }, () => cell('a'));
      const content = table(Array.from({ length: side }, () => row));
      const { user } = process.threadCpuUsage();
      tableRows(content, schema);
      return process.threadCpuUsage().user - user;
    };
    timeOf(40);
    // Four times the cells; the square of that would be sixteen times.
    expect(timeOf(120)).toBeLessThan(timeOf(60) * 10 + 50_000);
  });
});
