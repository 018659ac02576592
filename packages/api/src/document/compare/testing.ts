import type { Block, Inline, StyledText } from '@tandem/shared/document/blocks';

export const text = (value: string, styles: StyledText['styles'] = {}): StyledText => ({
  type: 'text',
  text: value,
  styles,
});
export const block = (id: string, value: string | Inline[], more: Partial<Block> = {}): Block => ({
  ...{ id, type: 'paragraph', props: {}, children: [] },
  content: typeof value === 'string' ? (value === '' ? [] : [text(value)]) : value,
  ...more,
});
export const table = (id: string, rows: string[][]): Block => ({
  ...{ id, type: 'table', props: {}, children: [] },
  content: {
    type: 'tableContent',
    columnWidths: [],
    rows: rows.map((cells) => ({
      cells: cells.map((cell) => ({
        type: 'tableCell',
        content: cell === '' ? [] : [text(cell)],
        props: {},
      })),
    })),
  },
});
