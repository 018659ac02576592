import * as z from 'zod';
import { readAddress } from '../address/address.ts';

/** Maximum nesting of blocks, and number of blocks in one write. */
export const MAX_BLOCK_DEPTH = 32;
export const MAX_BLOCKS = 20_000;
/** Maximum characters of a document in one write. */
export const MAX_DOCUMENT_TEXT = 2_000_000;

/** Block types of documents. */
export const blockTypes = [
  'paragraph',
  'heading',
  'quote',
  'callout',
  'bulletListItem',
  'numberedListItem',
  'checkListItem',
  'toggleListItem',
  'codeBlock',
  'table',
  'image',
  'video',
  'audio',
  'file',
  'divider',
] as const;
export type BlockType = (typeof blockTypes)[number];

export const calloutKinds = ['info', 'tip', 'warning', 'danger'] as const;
export type CalloutKind = (typeof calloutKinds)[number];

/** Kinds of mentions in documents. */
export const mentionKinds = ['user', 'channel'] as const;

export interface TextStyles {
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  code?: true;
  textColor?: string;
  backgroundColor?: string;
}
export interface StyledText {
  type: 'text';
  text: string;
  styles: TextStyles;
}
export interface InlineLink {
  type: 'link';
  href: string;
  content: StyledText[];
}
/**
 * A mention of a person, by the number of their account, or of a channel; `label` is its name at the time.
 */
export interface InlineMention {
  type: 'mention';
  props: { kind: (typeof mentionKinds)[number]; id: string; label: string };
}
export type Inline = StyledText | InlineLink | InlineMention;

export interface TableCell {
  type: 'tableCell';
  content: Inline[];
  props: Record<string, string | number>;
}
export interface TableContent {
  type: 'tableContent';
  columnWidths: (number | null)[];
  headerRows?: number;
  headerCols?: number;
  rows: { cells: TableCell[] }[];
}

/** A block in the editor's own form. `content` is absent for types without it. */
export interface Block {
  id: string;
  type: BlockType;
  props: Record<string, string | number | boolean>;
  content?: Inline[] | TableContent;
  children: Block[];
}

/** Allowed prefixes of link and file addresses; everything else is a name or could execute something. */
const LINK = /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/iu;
const SOURCE = /^(?:https?:|\/api\/files\/)/iu;

/**
 * Whether a document may link there. A relative path is not allowed: it would resolve differently on each
 * page that shows the document.
 * @param origin of the workspace, if known: its full addresses are then treated as paths
 */
export function isSafeLink(href: string, origin?: string): boolean {
  return LINK.test(href.trim()) && readAddress(href, origin) !== null;
}

/** Whether a document may show a file from there; '' is an empty placeholder. */
export function isSafeSource(url: string, origin?: string): boolean {
  if (url === '') return true;
  const kind = SOURCE.test(url.trim()) ? readAddress(url, origin)?.kind : undefined;
  return kind === 'file' || kind === 'elsewhere';
}

const text = z
  .string()
  .max(MAX_DOCUMENT_TEXT)
  // PostgreSQL text cannot hold NUL.
  .overwrite((value) => value.replaceAll('\0', ''));
const stylesSchema = z.strictObject({
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  underline: z.literal(true).optional(),
  strike: z.literal(true).optional(),
  code: z.literal(true).optional(),
  textColor: z.string().max(40).optional(),
  backgroundColor: z.string().max(40).optional(),
});
const styledTextSchema = z.strictObject({
  type: z.literal('text'),
  text,
  styles: stylesSchema.default({}),
});
const inlineSchema = z.discriminatedUnion('type', [
  styledTextSchema,
  z.strictObject({
    type: z.literal('link'),
    href: z.string().max(4_000).refine(isSafeLink),
    content: z.union([
      text.transform((value): StyledText[] => [{ type: 'text', text: value, styles: {} }]),
      z.array(styledTextSchema).max(5_000),
    ]),
  }),
  z.strictObject({
    type: z.literal('mention'),
    props: z.strictObject({
      kind: z.enum(mentionKinds),
      id: z.string().max(64),
      label: z.string().max(200),
    }),
  }),
]);
const inlinesSchema = z.union([
  text.transform((value): Inline[] => (value === '' ? [] : [{ type: 'text', text: value, styles: {} }])),
  z.array(inlineSchema).max(20_000),
]);
const spanSchema = z.int().min(1).max(200).optional();
const cellPropsSchema = z
  .strictObject({
    backgroundColor: z.string().max(40).optional(),
    textColor: z.string().max(40).optional(),
    textAlignment: z.enum(['left', 'center', 'right', 'justify']).optional(),
    colspan: spanSchema,
    rowspan: spanSchema,
  })
  .transform((props) => props as TableCell['props']);
const cellSchema = z.union([
  inlinesSchema.transform((content): TableCell => ({ type: 'tableCell', content, props: {} })),
  z.strictObject({
    type: z.literal('tableCell'),
    content: inlinesSchema,
    props: cellPropsSchema.default({}),
  }),
]);
const tableSchema = z.strictObject({
  type: z.literal('tableContent'),
  columnWidths: z.array(z.number().nullable()).max(200).default([]),
  headerRows: z.int().min(0).max(2_000).optional(),
  headerCols: z.int().min(0).max(200).optional(),
  rows: z
    .array(z.strictObject({ cells: z.array(cellSchema).min(1).max(200) }))
    .min(1)
    .max(2_000),
});

/** Properties of each type, with their defaults. */
export const blockProps: Record<BlockType, Record<string, string | number | boolean>> = (() => {
  const coloured = { backgroundColor: 'default', textColor: 'default' };
  const aligned = { ...coloured, textAlignment: 'left' };
  const file = { backgroundColor: 'default', name: '', url: '', caption: '' };
  const shown = { ...file, showPreview: true, previewWidth: 0 };
  return {
    paragraph: aligned,
    heading: { ...aligned, level: 1, isToggleable: false },
    quote: coloured,
    callout: { ...coloured, kind: 'info' },
    bulletListItem: aligned,
    numberedListItem: { ...aligned, start: 1 },
    checkListItem: { ...aligned, checked: false },
    toggleListItem: aligned,
    codeBlock: { language: 'text' },
    table: { textColor: 'default' },
    image: { ...shown, textAlignment: 'left' },
    video: { ...shown, textAlignment: 'left' },
    audio: { ...file, showPreview: true },
    file,
    divider: {},
  };
})();

/** Values that a property takes where its kind of value is not enough. */
export const propChoices: Record<string, readonly unknown[]> = {
  kind: calloutKinds,
  level: [1, 2, 3, 4, 5, 6],
  textAlignment: ['left', 'center', 'right', 'justify'],
};
const fileTypes: readonly BlockType[] = ['image', 'video', 'audio', 'file'];
const childless: readonly BlockType[] = ['divider', 'codeBlock', 'table'];

/** A block as written by clients: only the type is required, and plain text may replace content. */
export interface BlockInput {
  id?: string | undefined;
  type: BlockType;
  props?: Record<string, string | number | boolean> | undefined;
  content?: Inline[] | TableContent | undefined;
  children?: BlockInput[] | undefined;
}

const blockSchema: z.ZodType<BlockInput, unknown> = z.lazy(() =>
  z
    .strictObject({
      id: z
        .string()
        .regex(/^[\w-]{1,64}$/u)
        .optional(),
      type: z.enum(blockTypes),
      props: z
        .record(z.string().max(40), z.union([z.string().max(4_000), z.number(), z.boolean()]))
        .optional(),
      content: z.union([tableSchema, inlinesSchema]).optional(),
      children: z.array(blockSchema).max(MAX_BLOCKS).optional(),
    })
    .superRefine(({ type, props = {}, content, children = [] }, ctx) => {
      const known = blockProps[type];
      for (const [name, value] of Object.entries(props)) {
        const fits = Object.hasOwn(known, name) && typeof value === typeof known[name];
        const chosen = propChoices[name];
        if (!fits || (chosen && !chosen.includes(value)) || (name === 'url' && !isSafeSource(String(value))))
          ctx.addIssue({ code: 'custom', path: ['props', name], message: 'not a property of this block' });
      }
      const isTable = content !== undefined && !Array.isArray(content);
      if (isTable !== (type === 'table') && (isTable || content !== undefined || type === 'table'))
        ctx.addIssue({ code: 'custom', path: ['content'], message: 'not the content of this block' });
      if ((fileTypes.includes(type) || type === 'divider') && Array.isArray(content) && content.length > 0)
        ctx.addIssue({ code: 'custom', path: ['content'], message: 'this block has no content' });
      if (childless.includes(type) && children.length > 0)
        ctx.addIssue({ code: 'custom', path: ['children'], message: 'this block has no children' });
    }),
);

/** Blocks of a document as clients write them, bounded in number, depth and text. */
export const blocksSchema = z
  .unknown()
  // Checked before any recursive parsing.
  .refine((value) => isBounded(value), { message: 'too large' })
  .pipe(z.array(blockSchema).max(MAX_BLOCKS));

/** Whether blocks are within the limits of number, depth and length; reads no deeper than necessary. */
function isBounded(value: unknown): boolean {
  let blocks = 0;
  let depth = 0;
  for (let level: unknown[] = Array.isArray(value) ? value : []; level.length > 0; depth += 1) {
    blocks += level.length;
    if (blocks > MAX_BLOCKS || depth > MAX_BLOCK_DEPTH) return false;
    level = level.flatMap((block) => {
      const children = (block as { children?: unknown } | null)?.children;
      return Array.isArray(children) ? children : [];
    });
  }
  return true;
}
