import type { ExtractionProblem } from '@tandem/shared/file/reading';
import {
  type OfficeContentNode,
  type OfficeError,
  OfficeErrorType,
  type OfficeParserAST,
  type OfficeParserConfig,
  parseOffice,
} from 'officeparser';
import { type ExtractedPage, type PageBatch, UnreadableFile } from '../pages.ts';
import { type Cell, rowPagesOf } from './rows.ts';
import { type Block, sectionsOf } from './sections.ts';

/** Unpacked bytes and elements of one file: what the child's memory holds with ease. */
const LIMITS = {
  maxUncompressedBytes: 64 * 1024 * 1024,
  maxZipEntries: 10_000,
  maxXmlElements: 600_000,
  maxTableCells: 400_000,
};

/**
 * Reads Word, Excel, PowerPoint, OpenDocument, EPUB, RTF and HTML: a slide is a page, rows of a sheet are, and running
 * text is cut into sections.
 * @param fileType where the bytes do not tell
 * @throws UnreadableFile
 */
export async function readOffice(bytes: Uint8Array, fileType?: 'html' | 'rtf'): Promise<PageBatch> {
  const config: OfficeParserConfig = {
    extractAttachments: false,
    ignoreSlideMasters: true,
    decompressionLimits: LIMITS,
    ...(fileType && { fileType }),
  };
  const ast = await parseOffice(Buffer.from(bytes), config).catch(refuse);
  const pages = pagesOf(ast);
  return { title: titleOf(ast), pages, total: pages.length };
}

function pagesOf({ type, content }: OfficeParserAST): ExtractedPage[] {
  const [first] = content;
  if (first?.type === 'sheet') return content.flatMap(sheetPages);
  if (first?.type === 'slide') return content.filter(({ type }) => type === 'slide').map(slidePage);
  if (type === 'epub') return sectionsOf(chapteredBlocks(content));
  return sectionsOf(blocksOf(content));
}

/** The blocks of a book, whose chapters begin with the highest heading that it has several of. */
function* chapteredBlocks(content: readonly OfficeContentNode[]): Generator<Block> {
  const counts = new Map<number, number>();
  for (const node of content) {
    const level = levelOf(node);
    if (level !== null) counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  const chapters = Math.min(...[...counts].filter(([, count]) => count > 1).map(([level]) => level));
  for (const node of content)
    for (const block of blocksOf([node])) yield { ...block, begins: levelOf(node) === chapters };
}

function levelOf(node: OfficeContentNode): number | null {
  return node.type === 'heading' ? Number(metadataOf(node).level ?? 1) : null;
}

function sheetPages(sheet: OfficeContentNode): ExtractedPage[] {
  const name = String(metadataOf(sheet).sheetName ?? '');
  return rowPagesOf(name, (sheet.children ?? []).map(cellsOf));
}

function cellsOf(row: OfficeContentNode): Cell[] {
  return (row.children ?? []).map((cell) => {
    const { row: at, col } = metadataOf(cell);
    return { row: Number(at ?? 0), column: Number(col ?? 0), text: textOf(cell) };
  });
}

function slidePage(slide: OfficeContentNode, index: number): ExtractedPage {
  const text = [...blocksOf(slide.children ?? [])].map((block) => block.text).join('\n');
  return { label: String(index + 1), text, problem: null };
}

/** Kinds of nodes whose children are blocks of their own. */
const CONTAINERS = new Set(['page', 'slide', 'note', 'admonition', 'definitionList', 'header', 'footer']);

/** Kinds of nodes that are one block each. */
const LEAVES = new Set([
  'paragraph',
  'heading',
  'list',
  'text',
  'code',
  'definitionTerm',
  'definitionDescription',
]);

/** The text of a block; some formats say it in pieces only. */
function textOf({ text, children }: OfficeContentNode): string {
  return text || (children ?? []).map(textOf).join('');
}

function* blocksOf(nodes: readonly OfficeContentNode[]): Generator<Block> {
  for (const node of nodes) {
    if (CONTAINERS.has(node.type)) yield* blocksOf(node.children ?? []);
    else if (node.type === 'table') yield* rowBlocks(node);
    else if (LEAVES.has(node.type)) {
      const text = textOf(node);
      yield { text: node.type === 'list' ? `- ${text}` : text, isHeading: node.type === 'heading' };
    } else if (node.type !== 'comment') yield* blocksOf(node.children ?? []);
  }
}

function* rowBlocks(table: OfficeContentNode): Generator<Block> {
  for (const { children: cells = [] } of table.children ?? []) {
    const texts = cells.map((cell) => textOf(cell).replace(/\s+/g, ' ').trim());
    if (texts.some((text) => text !== '')) yield { text: `| ${texts.join(' | ')} |`, isHeading: false };
  }
}

function metadataOf({ metadata }: OfficeContentNode): Record<string, unknown> {
  return (metadata ?? {}) as Record<string, unknown>;
}

function titleOf({ metadata: { title } }: OfficeParserAST): string | null {
  return title?.trim().slice(0, 200) || null;
}

const problems: Partial<Record<string, ExtractionProblem>> = {
  [OfficeErrorType.PASSWORD_REQUIRED]: 'encrypted',
  [OfficeErrorType.PASSWORD_INCORRECT]: 'encrypted',
  [OfficeErrorType.ZIP_SIZE_LIMIT_EXCEEDED]: 'tooLarge',
  [OfficeErrorType.ZIP_ENTRY_COUNT_LIMIT_EXCEEDED]: 'tooLarge',
  [OfficeErrorType.XML_ELEMENT_LIMIT_EXCEEDED]: 'tooLarge',
  [OfficeErrorType.MAX_NESTING_DEPTH_EXCEEDED]: 'tooHard',
};

function refuse(error: unknown): never {
  const code = (error as OfficeError).officeIssue?.code;
  throw new UnreadableFile((code && problems[code]) ?? 'broken', error);
}
