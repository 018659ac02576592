import type { Block } from '@tandem/shared/document/blocks';
import { fileIdOf } from '@tandem/shared/file/schema';
import type { PhrasingContent, Root, RootContent } from 'mdast';
import { mentionIn } from '../convert/mdast.ts';
import { rewrite } from '../convert/rewrite.ts';

/** Where links of an exported document lead to; plain data. */
export interface Outlook {
  /** Folders in which it lies. */
  folder: readonly string[];
  /** Paths in the archive of the documents that come along, by their ids. */
  documents: ReadonlyMap<string, readonly string[]>;
  /** Where the bytes of the files are that the reader may have, by their ids: paths in the archive, or addresses. */
  files: ReadonlyMap<string, readonly string[] | string>;
  /** Begins addresses of the workspace, without a slash at the end. */
  publicUrl: string;
  /** Whether pictures from elsewhere are shown: where they are fetched from learns who reads. */
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

/** Has links lead to what comes along with a document, and everything else to the workspace it comes from. */
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

/** Null: the words stand by themselves. */
function urlFor(url: string, outlook: Outlook): string | null {
  const mention = mentionIn(url);
  // A mention means nobody where the file goes.
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
