import { readFileSync } from 'node:fs';
import type { BlockInput } from '@tandem/shared/document/blocks';
import { MAX_BLOCKS, MAX_DOCUMENT_TEXT } from '@tandem/shared/document/blocks';
import type { LeftOut } from '@tandem/shared/document/import';
import { blocksOf } from '../convert/blocks.read.ts';
import { summaryFrom } from '../convert/html.ts';
import { countBlocks, plainText } from '../convert/plain.ts';
import { isArchive } from './archive.ts';
import { CommentQuota, type PlannedDiscussion, takeComments } from './comments.ts';
import { filesIn, type SourceFile } from './files.ts';
import { Library } from './library.ts';
import { relink } from './links.ts';
import { isCut, stemOf, titleFrom, titleOfName, withoutId } from './names.ts';
import { ImportProblem } from './problem.ts';
import { type ImportFormat, type ReadText, readFileText } from './text.ts';
import { type TreeNode, treeOf } from './tree.ts';

/** A document that is to be made. */
export interface PlannedDocument {
  /** Placeholder of its id in links: `#document-<key>`. */
  key: string;
  /** Index of its parent, which precedes it; null at the top. */
  parent: number | null;
  title: string;
  icon: string;
  blocks: BlockInput[];
  /** Its discussions. */
  discussions: PlannedDiscussion[];
}

/** A file that a document shows or links to. */
export interface PlannedFile {
  /** Placeholder of its id in addresses. */
  key: string;
  /** Place of its document. */
  document: number;
  name: string;
  /** Its path in the archive, or its bytes. */
  source: string | Uint8Array;
}

export interface Plan {
  documents: PlannedDocument[];
  files: PlannedFile[];
  leftOut: LeftOut[];
}

/**
 * Parses a file to import. Run it where it can be killed: untrusted input can take long.
 * @param path of the file named `name`
 * @throws ImportProblem
 */
export async function planImport(path: string, name: string, format: ImportFormat | 'zip'): Promise<Plan> {
  if (format === 'zip') return planArchive(path);
  const bytes = readFileSync(path);
  if (format === 'docx' && !isArchive(bytes)) throw new ImportProblem('archiveBroken');
  const library = new Library([], new Map());
  const text = await readFileText(bytes, format).catch(refuse);
  const { lost, ...content } = written(text, library, new CommentQuota(), { folder: [], at: 0 });
  library.assertRoom();
  const title = text.title ?? titleOfName(stemOf(name));
  const document = { key: crypto.randomUUID(), parent: null, title, icon: iconFrom(text.icon), ...content };
  return {
    documents: [document],
    files: library.files,
    leftOut: [...library.leftOut, ...unsaid(text, { name, stem: stemOf(name), lost })],
  };
}

async function planArchive(path: string): Promise<Plan> {
  const found = filesIn(path);
  const nodes = treeOf(found.sources);
  if (nodes.length === 0) throw new ImportProblem('archiveEmpty');
  const library = new Library(nodes, found.others);
  const room = new CommentQuota();
  const documents: PlannedDocument[] = [];
  for (const [at, node] of nodes.entries()) {
    documents.push(await plannedOf(node, at, library, room));
    library.assertRoom();
  }
  return {
    documents,
    files: library.files,
    leftOut: [...found.leftOut, ...library.leftOut, ...library.unused()],
  };
}

async function plannedOf(
  node: TreeNode,
  at: number,
  library: Library,
  room: CommentQuota,
): Promise<PlannedDocument> {
  const empty = { icon: '', blocks: [], discussions: [] };
  const named = { key: node.key, parent: node.parent, title: titleOfName(node.name), ...empty };
  const { source } = node;
  if (!source) {
    library.leftOut.push(...cut(withoutId(node.name)));
    return named;
  }
  try {
    const text = await readFileText(source.bytes, source.format);
    const { lost, ...content } = written(text, library, room, { folder: source.folder, at });
    library.leftOut.push(...unsaid(text, { name: source.path, stem: withoutId(node.name), lost }));
    return { ...named, title: text.title ?? named.title, icon: iconFrom(text.icon), ...content };
  } catch (error) {
    // An unreadable document keeps its place for its children.
    const isTooLarge = error instanceof ImportProblem && /TooLarge$/u.test(error.key);
    library.leftOut.push({ name: source.path, reason: isTooLarge ? 'tooLarge' : 'unreadable' });
    return named;
  } finally {
    // Releases the content, which may be large.
    node.source = { ...source, bytes: new Uint8Array(0) } satisfies SourceFile;
  }
}

/** @returns a document's content, and how many of its comments cannot be imported */
function written(
  { root, comments, heading }: ReadText,
  library: Library,
  room: CommentQuota,
  { folder, at }: { folder: readonly string[]; at: number },
): Pick<PlannedDocument, 'blocks' | 'discussions'> & { lost: number } {
  const around = library.around(folder, at);
  relink(root, around);
  const blocks = blocksOf(root, (html) => {
    const summary = { type: 'root' as const, children: summaryFrom(html) as never };
    relink(summary, around);
    return summary.children;
  });
  const isTooMuch = countBlocks(blocks) > MAX_BLOCKS || plainText(blocks).length > MAX_DOCUMENT_TEXT;
  if (isTooMuch) throw new ImportProblem('documentTooLarge');
  return comments ? takeComments(blocks, comments, heading, room) : { blocks, discussions: [], lost: 0 };
}

/**
 * Returns what an imported document lost.
 * @param file.stem its title where its text has none
 */
function unsaid(
  { others, title, cutTitle }: ReadText,
  { name, stem, lost: comments }: { name: string; stem: string; lost: number },
): LeftOut[] {
  const lost: LeftOut[] = [];
  if (others.length > 0) lost.push({ name: `${name}: ${others.join(', ')}`, reason: 'properties' });
  if (comments > 0) lost.push({ name: `${name}: ${comments}`, reason: 'comments' });
  if (cutTitle !== null) lost.push(...cut(cutTitle));
  else if (title === undefined) lost.push(...cut(stem));
  return lost;
}

function cut(title: string): LeftOut[] {
  return isCut(title) ? [{ name: title, reason: 'title' }] : [];
}

/** An emoji; programs write other things there too. */
function iconFrom(icon: string): string {
  return /^\p{RGI_Emoji}$/v.test(icon) ? titleFrom(icon) : '';
}

function refuse(error: unknown): never {
  throw error instanceof ImportProblem ? error : new ImportProblem('documentUnreadable');
}
