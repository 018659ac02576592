import type { Root, RootContent } from 'mdast';
import { readHtml } from '../convert/html.ts';
import { readMarkdown } from '../convert/markdown.ts';
import { rewrite } from '../convert/rewrite.ts';
import { pathFrom } from './names.ts';

/** Link targets of one document, as placeholder addresses. */
export interface Surroundings {
  /** Folders of the document. */
  folder: readonly string[];
  /** Placeholder address of the document or file at an archive path; null when there is none. */
  at(path: string): string | null;
  /** The same for something that is named without its folder, and maybe without its ending. */
  called(name: string): string | null;
  /** Placeholder address of an inline `data:` picture; null for one that cannot be stored. */
  inline(url: string, name: string): string | null;
  /** Called for a missing picture. */
  missing(name: string): void;
}

/** `[[page]]`, `[[page#heading|words]]` and, for pictures, `![[file]]`. */
const WIKI = /(!?)\[\[([^[\]\n|#]{0,200})(#[^[\]\n|]{0,200})?(?:\|([^[\]\n]{0,200}))?\]\]/gu;
const PICTURES = /^(?:\s*<img\b[^>]*>)+\s*$/iu;
const COMMENT = /^<!--[\s\S]*-->\s*$/u;
/** First and last line of a callout in Notion's Markdown. */
const ASIDE = /^<aside>\s*$/iu;
const ASIDE_END = /^<\/aside>\s*$/iu;

/** Rewrites a document's links and pictures to placeholders of the import. */
export function relink(root: Root, around: Surroundings): void {
  gatherCompletions(root);
  rewrite(root, (node) => {
    switch (node.type) {
      case 'text':
        return readWiki(node.value, around);
      case 'link':
        node.url = placeOf(node.url, around) ?? node.url;
        return [node];
      case 'image':
        node.url = pictureAt(node.url, node.alt ?? '', around);
        return [node];
      case 'definition':
        node.url = /^data:/iu.test(node.url)
          ? pictureAt(node.url, node.label ?? '', around)
          : (placeOf(node.url, around) ?? node.url);
        return [node];
      case 'html':
        return readRaw(node, around);
      default:
        return [node];
    }
  });
}

function placeOf(url: string, { folder, at, called }: Surroundings): string | null {
  const path = pathFrom(folder, url);
  if (path === null) return null;
  // A name alone is looked for everywhere, as Obsidian does.
  return at(path) ?? (path.includes('/') ? null : called(path));
}

function pictureAt(url: string, name: string, around: Surroundings): string {
  if (/^data:/iu.test(url)) return around.inline(url, name) ?? '';
  const place = placeOf(url, around);
  if (place === null && pathFrom(around.folder, url) !== null) around.missing(url);
  return place ?? url;
}

function readWiki(text: string, around: Surroundings): RootContent[] {
  const nodes: RootContent[] = [];
  let end = 0;
  const put = (value: string) => {
    if (value !== '') nodes.push({ type: 'text', value });
  };
  for (const found of text.matchAll(WIKI)) {
    const [whole, isShown, target = '', heading = '', words] = found;
    put(text.slice(end, found.index));
    end = found.index + whole.length;
    const name = target.trim().normalize('NFC');
    const url = around.at(name) ?? around.called(name);
    // For a picture, this can only be its width.
    const said = (isShown && words && /^\d+(?:x\d+)?$/u.test(words) ? '' : words) || name || heading.slice(1);
    if (url === null) {
      if (isShown) around.missing(name);
      put(said);
    } else if (isShown && /\.\w+$/u.test(name)) nodes.push({ type: 'image', url, alt: said });
    else nodes.push({ type: 'link', url, children: [{ type: 'text', value: said }] });
  }
  if (end === 0) return [{ type: 'text', value: text }];
  put(text.slice(end));
  return nodes;
}

/**
 * Converts HTML within Markdown: pictures become pictures, comments are removed, everything else stays text.
 */
function readRaw(node: Extract<RootContent, { type: 'html' }>, around: Surroundings): RootContent[] {
  if (COMMENT.test(node.value)) return [];
  if (!PICTURES.test(node.value)) return [node];
  const pictures = readHtml(node.value);
  relink(pictures, around);
  return pictures.children;
}

function gatherCompletions(root: Root): void {
  for (let at = 0; at < root.children.length; at += 1) {
    const node = root.children[at];
    if (node?.type !== 'html' || !/^<aside>/iu.test(node.value)) continue;
    const [, whole] = /^<aside>\s*([\s\S]*?)\s*<\/aside>\s*$/iu.exec(node.value) ?? [];
    const end = root.children.findIndex(
      (other, i) => i > at && other.type === 'html' && ASIDE_END.test(other.value),
    );
    if (whole === undefined && end < 0) continue;
    const first = whole ?? node.value.replace(/^<aside>\s*/iu, '');
    // Text right below the tag is HTML to a Markdown parser, but Markdown to its author.
    const words: RootContent[] = ASIDE.test(node.value) ? [] : readMarkdown(first).children;
    const inner = whole === undefined ? root.children.slice(at + 1, end) : [];
    const count = whole === undefined ? end - at + 1 : 1;
    root.children.splice(at, count, {
      type: 'callout',
      kind: 'info',
      data: { hName: 'aside', hProperties: { dataCallout: 'info' } },
      children: [...words, ...inner] as never,
    });
  }
}
