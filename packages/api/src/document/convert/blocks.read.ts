import {
  type BlockInput,
  type CalloutKind,
  type Inline,
  MAX_BLOCK_DEPTH,
  type TableCell,
} from '@tandem/shared/document/blocks';
import type {
  Blockquote,
  Definition,
  List,
  ListItem,
  Nodes,
  Paragraph,
  PhrasingContent,
  RootContent,
  Table,
} from 'mdast';
import { WorkerRefusal } from '../../core/worker/refusal.ts';
import { type Definitions, type Picture, readInlines } from './inline.read.ts';
import { calloutKindOf, type Details } from './mdast.ts';
import { MAX_CELLS } from './table-limits.ts';

const ALERT = /^\[!(\w+)\][ \t]*(?:\r?\n|$)/u;
const DETAILS = /^<details>\s*<summary>([\s\S]*?)<\/summary>\s*$/iu;
const DETAILS_END = /^<\/details>\s*$/iu;

/**
 * Converts a Markdown tree to blocks. Pictures become blocks; unsupported nodes stay as text.
 * @throws WorkerRefusal `documentTooLarge` for a table beyond the bounds
 * @param readSummary parses the summary of a toggle, which is HTML in Markdown
 */
export function blocksOf(root: Nodes, readSummary: (html: string) => Details['children']): BlockInput[] {
  const definitions = definitionsIn(root);
  const children = 'children' in root ? (root.children as RootContent[]) : [];
  return level(new Reader(definitions, readSummary).flow(children));
}

class Reader {
  private readonly definitions: Definitions;
  private readonly readSummary: (html: string) => Details['children'];

  constructor(definitions: Definitions, readSummary: (html: string) => Details['children']) {
    this.definitions = definitions;
    this.readSummary = readSummary;
  }

  flow(nodes: readonly RootContent[]): BlockInput[] {
    const blocks: BlockInput[] = [];
    let loose: PhrasingContent[] = [];
    const close = () => {
      if (loose.length > 0) blocks.push(...this.paragraph(loose));
      loose = [];
    };
    for (let i = 0; i < nodes.length; i += 1) {
      const node = nodes[i] as RootContent;
      if (isPhrasing(node)) {
        loose.push(node);
        continue;
      }
      close();
      const unfolding = node.type === 'html' ? this.unfolding(nodes, i) : null;
      if (unfolding) {
        blocks.push(unfolding.block);
        i = unfolding.end;
      } else blocks.push(...this.one(node));
    }
    close();
    return blocks;
  }

  private one(node: RootContent): BlockInput[] {
    switch (node.type) {
      case 'paragraph':
        return this.paragraph(node.children);
      case 'heading':
        return this.split({ type: 'heading', props: { level: node.depth } }, node.children);
      case 'thematicBreak':
        return [{ type: 'divider' }];
      case 'code':
        return [{ type: 'codeBlock', props: { language: node.lang || 'text' }, content: plain(node.value) }];
      case 'blockquote':
        return this.quotation(node);
      case 'callout':
        return [this.beginning({ type: 'callout', props: { kind: node.kind } }, node.children)];
      case 'details':
        return [this.details(node)];
      case 'list':
        return this.list(node);
      case 'table':
        return this.table(node);
      case 'footnoteDefinition': {
        const label: PhrasingContent = { type: 'text', value: `[^${node.label ?? node.identifier}]: ` };
        const [first, ...rest] = node.children;
        const isText = first?.type === 'paragraph';
        return [
          ...this.paragraph([label, ...(isText ? first.children : [])]),
          ...this.flow(isText ? rest : node.children),
        ];
      }
      case 'definition':
        return [];
      case 'html':
        return [{ type: 'paragraph', content: plain(node.value) }];
      default:
        if ('children' in node) return this.flow(node.children as RootContent[]);
        return 'value' in node ? [{ type: 'paragraph', content: plain(String(node.value)) }] : [];
    }
  }

  private paragraph(nodes: readonly PhrasingContent[]): BlockInput[] {
    return this.split({ type: 'paragraph' }, nodes);
  }

  /** A block with text, and those around it that its pictures make. */
  private split(block: BlockInput, nodes: readonly PhrasingContent[]): BlockInput[] {
    const blocks: BlockInput[] = [];
    let text: Inline[] = [];
    const close = () => {
      const content = trimmed(text);
      if (content.length > 0) blocks.push({ ...block, content });
      text = [];
    };
    for (const piece of readInlines(nodes, this.definitions)) {
      if (piece.type !== 'picture') {
        text.push(piece);
        continue;
      }
      close();
      blocks.push(pictureBlock(piece));
    }
    close();
    return blocks.length > 0 || block.type === 'paragraph' ? blocks : [{ ...block, content: [] }];
  }

  /** Builds a block whose text is the first paragraph, with everything else as its children. */
  private beginning(block: BlockInput, nodes: readonly RootContent[]): BlockInput {
    const [first, ...rest] = nodes;
    if (first?.type !== 'paragraph') return { ...block, content: [], children: this.flow(nodes) };
    const [own, ...others] = this.paragraph(first.children);
    if (own?.type !== 'paragraph')
      return { ...block, content: [], children: [...(own ? [own, ...others] : []), ...this.flow(rest)] };
    return { ...block, content: own.content, children: [...others, ...this.flow(rest)] };
  }

  private quotation(node: Blockquote): BlockInput[] {
    const alert = alertIn(node);
    if (alert) return [this.beginning({ type: 'callout', props: { kind: alert.kind } }, alert.children)];
    return [this.beginning({ type: 'quote' }, node.children)];
  }

  private list(node: List): BlockInput[] {
    return node.children.map((item, i) => this.beginning(itemBlock(node, item, i), item.children));
  }

  private details({ level: depth, children }: Details): BlockInput {
    const [summary] = children.filter((child) => child.type === 'summary');
    const rest = children.filter((child) => child.type !== 'summary');
    const block: BlockInput =
      depth > 0
        ? { type: 'heading', props: { level: depth, isToggleable: true } }
        : { type: 'toggleListItem' };
    const own = this.beginning(block, [
      {
        type: 'paragraph',
        children: summary && 'children' in summary ? (summary.children as PhrasingContent[]) : [],
      },
    ]);
    return { ...own, children: [...(own.children ?? []), ...this.flow(rest)] };
  }

  /** Parses a toggle, which in Markdown begins and ends with lines of HTML. */
  private unfolding(nodes: readonly RootContent[], at: number): { block: BlockInput; end: number } | null {
    const [, summary] = DETAILS.exec((nodes[at] as { value: string }).value) ?? [];
    if (summary === undefined) return null;
    let open = 1;
    for (let end = at + 1; end < nodes.length; end += 1) {
      const node = nodes[end] as RootContent;
      if (node.type !== 'html') continue;
      if (DETAILS.test(node.value)) open += 1;
      else if (DETAILS_END.test(node.value)) open -= 1;
      if (open > 0) continue;
      const read = this.readSummary(summary);
      const [first] = read;
      const depth = first?.type === 'heading' ? first.depth : 0;
      const isWhole = first?.type === 'heading' || first?.type === 'paragraph';
      const words = (isWhole ? first.children : read) as PhrasingContent[];
      const inner = nodes.slice(at + 1, end) as Details['children'];
      const children: Details['children'] = [{ type: 'summary', children: words }, ...inner];
      return { block: this.details({ type: 'details', level: depth, children }), end };
    }
    return null;
  }

  private table({ children, align, data }: Table): BlockInput[] {
    const width = children.reduce((most, row) => Math.max(most, row.children.length), 1);
    if (width * children.length > MAX_CELLS) throw new WorkerRefusal('documentTooLarge');
    const pictures: BlockInput[] = [];
    const rows = children.map((row) => ({
      cells: Array.from({ length: width }, (_, i): TableCell[] => {
        const cell = row.children[i];
        if (cell?.data?.isCovered) return [];
        const pieces = readInlines(cell?.children ?? [], this.definitions);
        const content = pieces.filter((piece): piece is Inline => piece.type !== 'picture');
        pictures.push(...pieces.filter((piece) => piece.type === 'picture').map(pictureBlock));
        const textAlignment = align?.[i];
        const props = { ...(textAlignment && { textAlignment }), ...cell?.data?.span };
        return [{ type: 'tableCell', content: trimmed(content), props }];
      }).flat(),
    }));
    if (rows.length === 0) return [];
    const content = {
      type: 'tableContent' as const,
      columnWidths: [],
      headerRows: data?.isHeadless ? 0 : 1,
      rows,
    };
    return [{ type: 'table', content }, ...pictures];
  }
}

function itemBlock({ ordered, start }: List, { checked }: ListItem, i: number): BlockInput {
  if (typeof checked === 'boolean') return { type: 'checkListItem', props: { checked } };
  if (!ordered) return { type: 'bulletListItem' };
  const isOther = i === 0 && typeof start === 'number' && start !== 1;
  return { type: 'numberedListItem', ...(isOther && { props: { start } }) };
}

function alertIn({ children }: Blockquote): { kind: CalloutKind; children: RootContent[] } | null {
  const [first, ...rest] = children;
  const [word, ...words] = first?.type === 'paragraph' ? first.children : [];
  if (word?.type !== 'text') return null;
  const [line, name] = ALERT.exec(word.value) ?? [];
  const kind = name === undefined ? undefined : calloutKindOf(name);
  if (line === undefined || kind === undefined) return null;
  const text = word.value.slice(line.length);
  const content: PhrasingContent[] = [...(text === '' ? [] : [{ ...word, value: text }]), ...words];
  const paragraph: Paragraph = { type: 'paragraph', children: content };
  return { kind, children: content.length > 0 ? [paragraph, ...rest] : rest };
}

function pictureBlock({ url, name, caption }: Picture): BlockInput {
  return { type: 'image', props: { url, name, caption } };
}

function plain(text: string): Inline[] {
  return text === '' ? [] : [{ type: 'text', text, styles: {} }];
}

/** Trims spaces and line breaks. */
export function trimmed(inlines: readonly Inline[]): Inline[] {
  const content = [...inlines];
  const trim = (end: 'first' | 'last') => {
    for (;;) {
      const piece = content.at(end === 'first' ? 0 : -1);
      if (piece?.type !== 'text' || piece.styles.code) return;
      const text =
        end === 'first' ? piece.text.replace(/^[ \t\n]+/u, '') : piece.text.replace(/[ \t\n]+$/u, '');
      if (end === 'first') content.shift();
      else content.pop();
      if (text === '') continue;
      if (end === 'first') content.unshift({ ...piece, text });
      else content.push({ ...piece, text });
      return;
    }
  };
  trim('first');
  trim('last');
  return content;
}

const phrasing = new Set([
  ...['text', 'emphasis', 'strong', 'delete', 'underline', 'inlineCode', 'break', 'lineBreak', 'link'],
  ...['linkReference', 'image', 'imageReference', 'footnoteReference'],
]);

function isPhrasing(node: RootContent): node is Exclude<PhrasingContent, { type: 'html' }> {
  return phrasing.has(node.type);
}

function definitionsIn(root: Nodes): Definitions {
  const found = new Map<string, Definition>();
  const stack: Nodes[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    // The first one counts, and the last one comes first here.
    if (node.type === 'definition') found.set(node.identifier, node);
    if ('children' in node) stack.push(...node.children);
  }
  return found;
}

/** Limits blocks to the maximum depth: deeper ones follow their parent. */
function level(blocks: readonly BlockInput[], depth = 0): BlockInput[] {
  return blocks.flatMap((block) => {
    const children = block.children ?? [];
    if (depth < MAX_BLOCK_DEPTH - 2) return [{ ...block, children: level(children, depth + 1) }];
    return [{ ...block, children: [] }, ...level(children, depth)];
  });
}
