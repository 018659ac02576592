import type { DocumentEditor } from '../editor/schema.ts';

/** A heading of a document. */
export interface OutlineItem {
  id: string;
  text: string;
  level: number;
}

type EditorBlock = DocumentEditor['document'][number];

/** The words of a block, without its children. */
function textOf(block: EditorBlock): string {
  const { content } = block;
  if (!Array.isArray(content)) return '';
  return content
    .map((inline) => {
      if ('text' in inline) return inline.text;
      if ('props' in inline) return `@${inline.props.label}`;
      return inline.content.map(({ text }) => text).join('');
    })
    .join('');
}

/** The headings of a document in order, those inside of other blocks included. */
export function outlineOf(blocks: readonly EditorBlock[]): OutlineItem[] {
  return blocks.flatMap((block) => [
    ...(block.type === 'heading'
      ? [{ id: block.id, text: textOf(block).trim(), level: block.props.level }]
      : []),
    ...outlineOf(block.children),
  ]);
}
