import { BlockNoteEditor, blockToNode, createExtension } from '@blocknote/core';
import { CommentMark } from '@blocknote/core/comments';
import { yXmlFragmentToBlocks } from '@blocknote/core/yjs';
import {
  type Block,
  type BlockInput,
  type BlockType,
  blockProps,
  type TableContent,
} from '@tandem/shared/document/blocks';
import { documentSchema } from '@tandem/shared/document/editor';
import { FRAGMENT } from '@tandem/shared/document/schema';
import type { Node } from 'prosemirror-model';
import * as Y from 'yjs';
import { MAX_SPAN } from '../convert/table-limits.ts';
import { cleanBlocks } from './clean.ts';
import { type Kinds, Merge } from './merge.ts';
import { tableRows } from './table.ts';
import { elementOf, type Formats, type Stretches, type Tree } from './tree.ts';

// An editor without a screen. Importing this loads BlockNote, which takes half a second and 36 MB: do it with `import()`.

/** Without the mark of discussions, the editor would delete all marked text. */
const editor = BlockNoteEditor.create({
  schema: documentSchema,
  extensions: [createExtension({ key: 'comment-mark', tiptapExtensions: [CommentMark] })],
});
const schema = editor.pmSchema;

/** Element definitions of the editor's schema. */
export const kinds: Kinds = {
  defaultsOf(name) {
    const attributes = schema.nodes[name]?.spec.attrs ?? {};
    const usual: Record<string, unknown> = { ...blockProps[name as BlockType] };
    return Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, value.default ?? usual[key]]),
    );
  },
  isWritten: (name) => schema.nodes[name]?.inlineContent ?? false,
};

/** Reads a document's blocks. Uses a copy, because the editor would delete unknown content. */
export function readBlocks(doc: Y.Doc): Block[] {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  const fragment = copy.getXmlFragment(FRAGMENT);
  copy.transact((change) => {
    for (const node of fragment.createTreeWalker(() => true)) {
      if (node instanceof Y.XmlText) dropOverlapping(node, change);
      else if (node instanceof Y.XmlElement && CELLS.has(node.nodeName)) boundCell(node);
    }
  });
  return cleanBlocks(yXmlFragmentToBlocks(editor, fragment));
}

const CELLS = new Set(['tableCell', 'tableHeader']);
const isSpan = (value: unknown) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_SPAN;
const fits: Record<string, (value: unknown) => boolean> = {
  colspan: isSpan,
  rowspan: isSpan,
  colwidth: (value) => Array.isArray(value) && value.length <= MAX_SPAN,
};

/** The editor allocates as many columns as a cell claims. */
function boundCell(cell: Y.XmlElement): void {
  for (const [name, value] of Object.entries(cell.getAttributes()))
    if (fits[name]?.(value) === false) cell.removeAttribute(name);
}

/**
 * Removes marks that may overlap many times, such as discussions: blocks do not contain them, and the editor
 * takes seconds for hundreds.
 */
function dropOverlapping(text: Y.XmlText, change: Y.Transaction): void {
  for (let item = text._start; item; item = item.right)
    if (item.content instanceof Y.ContentFormat && item.content.key.includes('--')) item.delete(change);
}

/**
 * Merges blocks into a document by small edits, so that people typing lose nothing and discussion marks stay
 * on their words. Blocks without an id are matched with equal or similar ones.
 * @param doc changed in one transaction
 * @param options.keepsUnseen keeps what a text does not contain; for blocks parsed from text
 */
export function writeBlocks(
  doc: Y.Doc,
  blocks: readonly BlockInput[],
  options: { keepsUnseen?: boolean } = {},
): void {
  const tree = treeOf(blocks.length > 0 ? blocks : [{ type: 'paragraph' }]);
  doc.transact(() => Merge.apply(kinds, groupOf(doc), tree, options));
}

/** Appends blocks, before an empty last paragraph; changes nothing else. */
export function appendBlocks(doc: Y.Doc, blocks: readonly BlockInput[]): void {
  if (blocks.length === 0) return;
  const tree = treeOf(blocks);
  doc.transact(() => Merge.append(kinds, groupOf(doc), tree));
}

/** The element that holds a document's blocks. */
export function groupOf(doc: Y.Doc): Y.XmlElement {
  const fragment = doc.getXmlFragment(FRAGMENT);
  const group = fragment.get(0);
  if (group instanceof Y.XmlElement) return group;
  const made = elementOf({ name: 'blockGroup', attributes: {}, children: [] }, kinds.isWritten);
  fragment.insert(0, [made]);
  return made;
}

/** Blocks as elements; an id that is missing, or not the first of its kind, is ''. */
function treeOf(blocks: readonly BlockInput[]): Tree {
  const ids = new Set<string>();
  const tables: TableContent[] = [];
  const nodes = blocks.map((block) => blockToNode(named(block, ids, tables) as never, schema));
  return { name: 'blockGroup', attributes: {}, children: nodes.map((node) => treeOfNode(node, tables)) };
}

/** Placeholder of a table's content until its node is parsed, since the editor is slow with large tables. */
const placeholder = { type: 'tableContent', columnWidths: [], rows: [{ cells: [''] }] } as const;

/** @param tables filled with the content of tables, in the order of the document */
function named(block: BlockInput, ids: Set<string>, tables: TableContent[]): BlockInput {
  const id = block.id !== undefined && !ids.has(block.id) ? block.id : '';
  if (id !== '') ids.add(id);
  const usual = blockProps[block.type];
  // The editor has its own defaults for some.
  const props = Object.entries(block.props ?? {}).filter(([name, value]) => value !== usual[name]);
  const isTable = block.content !== undefined && !Array.isArray(block.content);
  if (isTable) tables.push(block.content as TableContent);
  return {
    ...block,
    ...(isTable && { content: placeholder as unknown as TableContent }),
    id,
    props: Object.fromEntries(props),
    children: (block.children ?? []).map((child) => named(child, ids, tables)),
  };
}

/** @param tables content of the tables that are still to come */
function treeOfNode(node: Node, tables: TableContent[]): Tree {
  const content = node.type.name === 'table' ? tables.shift() : undefined;
  if (content) {
    const rows = tableRows(content, schema).map((row) => treeOfNode(row, tables));
    return { name: 'table', attributes: { ...node.attrs }, children: rows };
  }
  const children: (Tree | Stretches)[] = [];
  node.forEach((child) => {
    if (!child.isText) {
      children.push(treeOfNode(child, tables));
      return;
    }
    const stretch = { insert: child.text ?? '', attributes: formatsOf(child) };
    const last = children.at(-1);
    if (Array.isArray(last)) last.push(stretch);
    else children.push([stretch]);
  });
  return { name: node.type.name, attributes: { ...node.attrs }, children };
}

function formatsOf(node: Node): Formats {
  return Object.fromEntries(node.marks.map((mark) => [mark.type.name, { ...mark.attrs }]));
}
