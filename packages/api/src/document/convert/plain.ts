import type { Block, BlockInput, Inline } from '@tandem/shared/document/blocks';

/** Returns the plain text of inlines. */
export function plainInlines(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.type === 'text') return inline.text;
      return inline.type === 'link' ? plainInlines(inline.content) : `@${inline.props.label}`;
    })
    .join('');
}

/** The words of blocks, a line for each; cells of a table are apart by tabs, files are called by name and caption. */
export function plainText(blocks: readonly (Block | BlockInput)[]): string {
  return linesOf(blocks).join('\n');
}

function linesOf(blocks: readonly (Block | BlockInput)[]): string[] {
  return blocks.flatMap(({ props = {}, content, children = [] }) => {
    const lines: string[] = [];
    if (Array.isArray(content)) lines.push(plainInlines(content));
    else if (content)
      for (const { cells } of content.rows)
        lines.push(cells.map((cell) => plainInlines(cell.content)).join('\t'));
    else if (typeof props.name === 'string')
      lines.push([props.name, String(props.caption ?? '')].filter((text) => text !== '').join(' '));
    return [...lines, ...linesOf(children)];
  });
}

/** Counts blocks on all levels. */
export function countBlocks(blocks: readonly BlockInput[]): number {
  return blocks.reduce((sum, { children = [] }) => sum + 1 + countBlocks(children), 0);
}
