import {
  type Block,
  type BlockType,
  blockProps,
  blockTypes,
  type Inline,
  isSafeLink,
  isSafeSource,
  mentionKinds,
  propChoices,
  type StyledText,
  type TableCell,
  type TableContent,
  type TextStyles,
} from '@tandem/shared/document/blocks';

/** Output of any editor, ours or another. */
type Loose = Record<string, unknown>;

const FLAGS = ['bold', 'italic', 'underline', 'strike', 'code'] as const;
const COLOURS = ['textColor', 'backgroundColor'] as const;
const CELL_NUMBERS = ['colspan', 'rowspan'] as const;
const CELL_TEXTS = ['backgroundColor', 'textColor', 'textAlignment'] as const;

/**
 * Converts an editor's blocks to our form. Any client may have written them: properties of a wrong type get
 * their default, and executable links become text.
 */
export function cleanBlocks(blocks: readonly unknown[]): Block[] {
  return blocks.flatMap((each): Block[] => {
    const { id, type, props, content, children } = each as Loose;
    if (!blockTypes.includes(type as BlockType)) return [];
    const block: Block = {
      id: cleanString(stringIn(id)),
      type: type as BlockType,
      props: cleanProps(type as BlockType, (props ?? {}) as Loose),
      children: cleanBlocks((children ?? []) as unknown[]),
    };
    if (Array.isArray(content)) block.content = cleanInlines(content);
    else if (content) block.content = cleanTable(content as Loose);
    return [block];
  });
}

/** Removes what the database cannot store. */
function cleanString(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Returns a value as a string; '' when it is not one. */
function stringIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function cleanProps(type: BlockType, props: Loose): Block['props'] {
  const known = blockProps[type];
  return Object.fromEntries(
    Object.entries(known).map(([name, usual]) => {
      const value = props[name];
      const fits = typeof value === typeof usual && (propChoices[name]?.includes(value) ?? true);
      const isSafe = name !== 'url' || (typeof value === 'string' && isSafeSource(value));
      if (!fits || !isSafe) return [name, usual];
      return [name, typeof value === 'string' ? cleanString(value) : (value as number)];
    }),
  );
}

function cleanInlines(inlines: readonly unknown[]): Inline[] {
  const result: Inline[] = [];
  for (const each of inlines as Loose[]) {
    if (each.type === 'text') result.push(...cleanText(each));
    else if (each.type === 'link') {
      const content = ((each.content ?? []) as Loose[]).flatMap(cleanText);
      if (content.length === 0) continue;
      const href = cleanString(stringIn(each.href));
      result.push(...(isSafeLink(href) ? [{ type: 'link' as const, href, content }] : content));
    } else if (each.type === 'mention') {
      const { kind, id, label } = (each.props ?? {}) as Loose;
      const found = mentionKinds.find((known) => known === kind) ?? 'user';
      result.push({
        type: 'mention',
        props: { kind: found, id: cleanString(stringIn(id)), label: cleanString(stringIn(label)) },
      });
    }
  }
  return result;
}

function cleanText({ text, styles = {} }: Loose): StyledText[] {
  const words = typeof text === 'string' ? cleanString(text) : '';
  if (words === '') return [];
  const clean: TextStyles = {};
  for (const name of FLAGS) if ((styles as Loose)[name] === true) clean[name] = true;
  for (const name of COLOURS) {
    const value = (styles as Loose)[name];
    if (typeof value === 'string' && value !== '') clean[name] = cleanString(value);
  }
  return [{ type: 'text', text: words, styles: clean }];
}

function cleanTable({ columnWidths, headerRows, headerCols, rows }: Loose): TableContent {
  return {
    type: 'tableContent',
    columnWidths: ((columnWidths ?? []) as unknown[]).map((width) =>
      typeof width === 'number' ? width : null,
    ),
    ...(typeof headerRows === 'number' && { headerRows }),
    ...(typeof headerCols === 'number' && { headerCols }),
    rows: ((rows ?? []) as { cells: Loose[] }[]).map(({ cells }) => ({ cells: cells.map(cleanCell) })),
  };
}

function cleanCell({ content, props = {} }: Loose): TableCell {
  const clean: TableCell['props'] = {};
  for (const name of CELL_TEXTS) {
    const value = (props as Loose)[name];
    if (typeof value === 'string') clean[name] = cleanString(value);
  }
  for (const name of CELL_NUMBERS) {
    const value = (props as Loose)[name];
    if (typeof value === 'number') clean[name] = value;
  }
  return { type: 'tableCell', content: cleanInlines((content ?? []) as unknown[]), props: clean };
}
