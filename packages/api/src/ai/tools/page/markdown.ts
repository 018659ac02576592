import type { Element, Nodes, Root, RootContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';

export interface ReadablePage {
  /** "" when the page has none. */
  title: string;
  markdown: string;
}

/** Elements that hold no reading matter. */
const CHROME = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'canvas',
  'iframe',
  'object',
  'embed',
  'form',
  'button',
  'input',
  'select',
  'textarea',
  'dialog',
  'nav',
  'footer',
  'aside',
  'audio',
  'video',
  'map',
  'link',
  'meta',
]);
const CHROME_ROLES = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'dialog',
  'alert',
]);
/** A part counts as the page's matter when it holds this share of all words, or this many characters. */
const MAIN_SHARE = 0.3;
const MAIN_LENGTH = 500;

/**
 * Turns a page of HTML into Markdown of its reading matter, with absolute links and without pictures,
 * navigation and other furniture. Recursive and not bounded in time: run it where it can be killed.
 * @param base address of the page, for its links.
 */
export function htmlToMarkdown(html: string, base: string): ReadablePage {
  const tree = fromHtml(html);
  const title = textOf(findFirst(tree, (element) => element.tagName === 'title'));
  const address = baseOf(tree, base);
  const body = findFirst(tree, (element) => element.tagName === 'body') ?? tree;
  prune(body, address);
  const mdast = toMdast({ type: 'root', children: [...mainOf(body).children] as RootContent[] });
  const markdown = toMarkdown(mdast, {
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    bullet: '-',
    emphasis: '_',
    rule: '-',
  });
  return { title: oneLine(title).slice(0, 300), markdown: markdown.replace(/\n{3,}/g, '\n\n').trim() };
}

function mainOf(body: Root | Element): Root | Element {
  const all = textOf(body).trim().length;
  const candidates = [
    findFirst(body, (element) => element.tagName === 'main' || element.properties.role === 'main'),
    onlyOne(body, 'article'),
    findFirst(body, (element) => element.properties.role === 'article'),
  ];
  for (const candidate of candidates) {
    const length = textOf(candidate).trim().length;
    if (candidate && (length > MAIN_LENGTH || length > all * MAIN_SHARE)) return candidate;
  }
  return body;
}

/** Returns the only element of its name; with several (a list of posts) none of them is the content. */
function onlyOne(tree: Root | Element, tagName: string): Element | null {
  const found: Element[] = [];
  walk(tree, (element) => {
    if (element.tagName === tagName) found.push(element);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function baseOf(tree: Root, fallback: string): string {
  const href = findFirst(tree, (element) => element.tagName === 'base')?.properties.href;
  return (typeof href === 'string' && URL.parse(href, fallback)?.href) || fallback;
}

/** Removes furniture, hidden things and pictures, and makes links absolute or plain words. */
function prune(node: Root | Element, base: string): void {
  const children: Nodes[] = [];
  for (const child of node.children) {
    if (child.type === 'comment' || child.type === 'doctype') continue;
    if (child.type !== 'element') {
      children.push(child);
      continue;
    }
    if (isFurniture(child)) continue;
    if (child.tagName === 'img' || child.tagName === 'picture') {
      const alt = child.properties.alt;
      if (typeof alt === 'string' && alt.trim() !== '')
        children.push({ type: 'text', value: `[${oneLine(alt)}]` });
      continue;
    }
    prune(child, base);
    if (child.tagName === 'a') child.properties = linkProperties(child, base);
    children.push(child);
  }
  node.children = children as typeof node.children;
}

function isFurniture(element: Element): boolean {
  const { properties } = element;
  const style = typeof properties.style === 'string' ? properties.style : '';
  return (
    CHROME.has(element.tagName) ||
    CHROME_ROLES.has(String(properties.role ?? '')) ||
    properties.hidden === true ||
    properties.ariaHidden === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
  );
}

function linkProperties(link: Element, base: string): Element['properties'] {
  const href = typeof link.properties.href === 'string' ? URL.parse(link.properties.href, base) : null;
  const isWeb = href?.protocol === 'http:' || href?.protocol === 'https:';
  return isWeb ? { href: href.href } : {};
}

function walk(node: Nodes, visit: (element: Element) => void): void {
  if (node.type === 'element') visit(node);
  if ('children' in node) for (const child of node.children) walk(child, visit);
}

function findFirst(node: Nodes, test: (element: Element) => boolean): Element | null {
  if (node.type === 'element' && test(node)) return node;
  if (!('children' in node)) return null;
  for (const child of node.children) {
    const found = findFirst(child, test);
    if (found) return found;
  }
  return null;
}

function textOf(node: Nodes | null): string {
  if (!node) return '';
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
