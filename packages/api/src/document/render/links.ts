import type { Block } from '@tandem/shared/document/blocks';
import { fileIdOf } from '@tandem/shared/file/schema';
import type { PhrasingContent, Root, RootContent } from 'mdast';
import { mentionIn } from '../convert/mdast.ts';
import { rewrite } from '../convert/rewrite.ts';

/** Link targets of an exported document; plain data. */
export interface Outlook {
  /** Its folders. */
  folder: readonly string[];
  /** Paths in the archive of the documents that come along, by their ids. */
  documents: ReadonlyMap<string, readonly string[]>;
  /** Locations of readable files by id: paths in the archive, or addresses. */
  files: ReadonlyMap<string, readonly string[] | string>;
  /** Prefix of the workspace's addresses, without a trailing slash. */
  publicUrl: string;
  /** Whether external pictures are embedded; loading them reveals the reader to their host. */
  showsOthers: boolean;
}

const CHANNEL_PATH = /^\/[a-z]+\/[0-9a-f-]{36}\/c\/([0-9a-f-]{36})(?:[?#]|$)/u;

/** Ids of the files that a document shows or links to. */
export function filesIn(blocks: readonly Block[]): string[] {
  const ids = new Set<string>();
  const visit = (part: object) => {
    for (const [key, value] of Object.entries(part)) {
      const isAddress = (key === 'url' || key === 'href') && typeof value === 'string';
      const id = isAddress ? fileIdOf(value) : null;
      if (id !== null) ids.add(id);
      if (typeof value === 'object' && value !== null) visit(value);
    }
  };
  visit(blocks);
  return [...ids];
}

/** Points links to exported files and documents, and everything else to the workspace. */
export function lookOut(root: Root, outlook: Outlook): void {
  rewrite(root, (node): RootContent[] => {
    if (node.type === 'image') return [picture(node, outlook)];
    if (node.type !== 'link') return [node];
    const url = urlFor(node.url, outlook);
    return url === null ? (node.children as RootContent[]) : [{ ...node, url }];
  });
}

function picture(node: Extract<RootContent, { type: 'image' }>, outlook: Outlook): PhrasingContent {
  const id = fileIdOf(node.url);
  const words: PhrasingContent[] = [{ type: 'text', value: node.alt || node.title || '' }];
  if (id === null)
    return outlook.showsOthers ? node : { type: 'link', url: node.url, children: wordsOr(words, node.url) };
  const place = outlook.files.get(id);
  if (place === undefined) return words[0] as PhrasingContent;
  return { ...node, url: typeof place === 'string' ? place : relative(outlook.folder, place) };
}

function wordsOr(
  words: PhrasingContent[],
  url: string,
): Extract<PhrasingContent, { type: 'link' }>['children'] {
  const [first] = words;
  const isSaid = first?.type === 'text' && first.value !== '';
  return [{ type: 'text', value: isSaid ? first.value : url }];
}

/** Null leaves only the text. */
function urlFor(url: string, outlook: Outlook): string | null {
  const mention = mentionIn(url);
  // A mention identifies nobody outside.
  if (mention?.kind === 'user') return null;
  const own = url.startsWith(`${outlook.publicUrl}/`) ? url.slice(outlook.publicUrl.length) : url;
  const documentId = mention?.id ?? CHANNEL_PATH.exec(own)?.[1];
  const path = documentId === undefined ? undefined : outlook.documents.get(documentId);
  if (path) return relative(outlook.folder, path);
  if (mention) return null;
  const fileId = fileIdOf(own);
  const place = fileId === null ? undefined : outlook.files.get(fileId);
  if (fileId !== null && place === undefined) return null;
  if (typeof place === 'string') return place;
  if (place) return relative(outlook.folder, place);
  return own.startsWith('/') ? outlook.publicUrl + own : url;
}

/** The way from a folder to a file, as a link has it. */
function relative(folder: readonly string[], path: readonly string[]): string {
  let shared = 0;
  while (shared < folder.length && shared < path.length - 1 && folder[shared] === path[shared]) shared += 1;
  const parts = [...folder.slice(shared).map(() => '..'), ...path.slice(shared).map(encodeURIComponent)];
  return parts.join('/');
}
