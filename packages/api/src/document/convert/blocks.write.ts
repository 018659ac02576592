import type { Block, BlockInput, BlockType, TableContent } from '@tandem/shared/document/blocks';
import type {
  BlockContent,
  DefinitionContent,
  List,
  ListItem,
  PhrasingContent,
  Root,
  RootContent,
  TableRow,
} from 'mdast';
import { writeInlines } from './inline.write.ts';
import { plainInlines } from './plain.ts';

type Flow = BlockContent | DefinitionContent;
/** Blocks to be written; omitted values are defaults. */
export type Written = Block | BlockInput;

const listTypes: readonly BlockType[] = ['bulletListItem', 'numberedListItem', 'checkListItem'];

/** A tree of Markdown for blocks. Blocks below others follow them where Markdown has no place for them. */
export function mdastOf(blocks: readonly Written[]): Root {
  return { type: 'root', children: flow(blocks) as RootContent[] };
}

function flow(blocks: readonly Written[]): Flow[] {
  const nodes: Flow[] = [];
  let list: List | null = null;
  for (const block of blocks) {
    if (!listTypes.includes(block.type)) {
      list = null;
      nodes.push(...one(block));
      continue;
    }
    const start = block.props?.start;
    const isOrdered = block.type === 'numberedListItem';
    const begins = isOrdered && typeof start === 'number' && start !== 1;
    if (!list || begins || list.ordered !== isOrdered) {
      list = { type: 'list', ordered: isOrdered, spread: false, children: [] };
      if (isOrdered) list.start = typeof start === 'number' ? Math.max(0, Math.trunc(start)) : 1;
      nodes.push(list);
    }
    const item = itemOf(block);
    list.children.push(item);
    list.spread ||= item.spread ?? false;
  }
  return nodes;
}

function itemOf(block: Written): ListItem {
  const children = below(block);
  const isChecked = block.type === 'checkListItem' && { checked: block.props?.checked === true };
  // Paragraphs need a line between them; lists do not.
  const spread = children.slice(1).some(({ type }) => type !== 'list');
  return { type: 'listItem', spread, ...isChecked, children };
}

/** Writes a block's text, if any, as a paragraph, followed by its children. */
function below(block: Written): Flow[] {
  const words = phrases(block);
  const children = flow(block.children ?? []);
  return words.length > 0 ? [{ type: 'paragraph', children: words }, ...children] : children;
}

function one(block: Written): Flow[] {
  const { type, props = {}, content } = block;
  switch (type) {
    case 'heading': {
      const depth = Math.min(6, Math.max(1, Number(props.level ?? 1))) as 1;
      const heading: Flow = { type: 'heading', depth, children: phrases(block) };
      if (props.isToggleable === true) return [details(block, depth)];
      return [heading, ...flow(block.children ?? [])];
    }
    case 'toggleListItem':
      return [details(block, 0)];
    case 'quote':
      return [{ type: 'blockquote', children: below(block) }];
    case 'callout': {
      const kind = (props.kind ?? 'info') as 'info';
      const data = { hName: 'aside', hProperties: { dataCallout: kind } };
      return [{ type: 'callout', kind, data, children: below(block) }];
    }
    case 'codeBlock': {
      const lang = props.language === 'text' || !props.language ? null : String(props.language);
      return [{ type: 'code', lang, value: Array.isArray(content) ? plainInlines(content) : '' }];
    }
    case 'divider':
      return [{ type: 'thematicBreak' }];
    case 'table':
      return [table(content as TableContent)];
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return [...fileOf(block), ...flow(block.children ?? [])];
    default:
      return below(block);
  }
}

function phrases({ content }: Written): PhrasingContent[] {
  return Array.isArray(content) ? writeInlines(withoutEdges(content)) : [];
}

/** Trims breaks and spaces, which Markdown would show as characters: a mention is followed by one. */
function withoutEdges(content: Extract<Written['content'], unknown[]>): typeof content {
  let from = 0;
  let end = content.length;
  const cut = (piece: (typeof content)[number] | undefined, edge: RegExp) =>
    piece?.type === 'text' && !piece.styles.code ? { ...piece, text: piece.text.replace(edge, '') } : null;
  const pieces = [...content];
  for (; from < end; from += 1) {
    const first = cut(pieces[from], /^[ \t\n]+/u);
    if (first) pieces[from] = first;
    if (first?.text !== '') break;
  }
  for (; end > from; end -= 1) {
    const last = cut(pieces[end - 1], /[ \t\n]+$/u);
    if (last) pieces[end - 1] = last;
    if (last?.text !== '') break;
  }
  return pieces.slice(from, end);
}

function details(block: Written, level: number): Flow {
  const words = phrases(block);
  const children = level > 0 ? [{ type: 'heading', depth: level as 1, children: words }] : words;
  return {
    type: 'details',
    level,
    data: { hName: 'details' },
    children: [
      { type: 'summary', data: { hName: 'summary' }, children: children as PhrasingContent[] },
      ...flow(block.children ?? []),
    ],
  };
}

function fileOf({ type, props = {} }: Written): Flow[] {
  const [url, name, caption] = [props.url, props.name, props.caption].map((value) => String(value ?? ''));
  if (type === 'image' && url)
    return [
      { type: 'paragraph', children: [{ type: 'image', url, alt: name ?? '', title: caption || null }] },
    ];
  const words = name || url || '';
  const shown: PhrasingContent[] = [...(words === '' ? [] : [{ type: 'text' as const, value: words }])];
  const linked: PhrasingContent[] = url ? [{ type: 'link', url, children: shown as never }] : shown;
  const said: PhrasingContent[] = caption ? [{ type: 'text', value: ` ${caption}` }] : [];
  return linked.length + said.length > 0 ? [{ type: 'paragraph', children: [...linked, ...said] }] : [];
}

function table({ rows }: TableContent): Flow {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const align = Array.from({ length: width }, (_, i) => {
    const alignment = rows[0]?.cells[i]?.props.textAlignment;
    return alignment === 'center' || alignment === 'right' ? alignment : null;
  });
  const children = rows.map(
    ({ cells }): TableRow => ({
      type: 'tableRow',
      children: Array.from({ length: width }, (_, i) => ({
        type: 'tableCell',
        children: writeInlines(cells[i]?.content ?? []).map(
          (node): PhrasingContent =>
            node.type === 'break' ? { type: 'lineBreak', data: { hName: 'br' } } : node,
        ),
      })),
    }),
  );
  return { type: 'table', align, children };
}
