import { type BlockInput, calloutKinds } from '@tandem/shared/document/blocks';
import type { Element, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import type { Root } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { WorkerRefusal } from '../../core/worker/refusal.ts';
import { blocksOf } from './blocks.read.ts';
import { mdastOf, type Written } from './blocks.write.ts';
import { tableOf } from './html.table.ts';
import type { Callout, Details, Summary, Underline } from './mdast.ts';
import { assertShallowHtml } from './nesting.ts';
import { prune } from './prune.ts';
import { MAX_CELLS } from './table-limits.ts';

/**
 * Converts HTML to blocks: text and formatting, nothing executable. Parse untrusted HTML by `readText`.
 * @throws WorkerRefusal as `readHtml`
 */
export function blocksOfHtml(html: string): BlockInput[] {
  return blocksOf(readHtml(html), summaryFrom);
}

/** Blocks as HTML, without scripts, styles or handlers. */
export function htmlOf(blocks: readonly Written[]): string {
  return writeHtml(mdastOf(blocks));
}

/** Serialises a tree as HTML without anything executable. */
export function writeHtml(root: Root): string {
  return toHtml(toHast(root));
}

/** The words of something that unfolds: a heading, or a paragraph. */
export function summaryFrom(html: string): Details['children'] {
  return readHtml(html).children as Details['children'];
}

/**
 * The tree of an HTML text, as Markdown has it.
 * @throws WorkerRefusal `documentTooLarge` for tables that are too large, `documentUnreadable` when it is too deep
 */
export function readHtml(html: string): Root {
  assertShallowHtml(html);
  const page = fromHtml(html, { fragment: true });
  assertTables(page);
  prune(page);
  const tree = toMdast(page, {
    handlers: { u: underline, ins: underline, aside: callout, details, summary: summaryOf, table: tableOf },
  });
  return tree.type === 'root' ? tree : { type: 'root', children: [tree as never] };
}

/**
 * Bounds tables as they will be built: all rows become as long as the longest, and every covered position
 * becomes a cell.
 * @throws WorkerRefusal `documentTooLarge` beyond the bounds
 */
function assertTables(page: Nodes): void {
  let rows = 0;
  let longest = 0;
  let high = 0;
  const waiting: Nodes[] = [page];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('children' in node)) continue;
    waiting.push(...node.children);
    if (!isElement(node, 'tr')) continue;
    let length = 0;
    for (const cell of node.children) {
      if (!isElement(cell, /^t[dh]$/u)) continue;
      const { colSpan, rowSpan } = (cell as Element).properties;
      const width = Math.max(1, Number(colSpan) || 1);
      length += width;
      if (Number(rowSpan) > 1) high += width;
    }
    rows += 1;
    longest = Math.max(longest, length);
  }
  if (rows * (longest + high) > MAX_CELLS) throw new WorkerRefusal('documentTooLarge');
}

const underline: Handle = (state, element): Underline => ({
  type: 'underline',
  children: state.all(element) as Underline['children'],
});

const callout: Handle = (state, element) => {
  const kind = calloutKinds.find((each) => each === element.properties.dataCallout);
  const children = state.toFlow(state.all(element)) as Callout['children'];
  return kind ? ({ type: 'callout', kind, children } satisfies Callout) : children;
};

const details: Handle = (state, element): Details => {
  const summary = element.children.find((child) => isElement(child, 'summary')) as Element | undefined;
  const heading = summary?.children.find((child) => isElement(child, /^h[1-6]$/u)) as Element | undefined;
  const words = heading ?? summary;
  const rest = element.children.filter((child) => child !== summary);
  const own: Summary = {
    type: 'summary',
    children: (words ? state.all(words) : []) as Summary['children'],
  };
  const flow = state.toFlow(state.all({ ...element, children: rest })) as Details['children'];
  return { type: 'details', level: heading ? Number(heading.tagName[1]) : 0, children: [own, ...flow] };
};

/** A summary without a toggle is a paragraph. */
const summaryOf: Handle = (state, element) => state.toFlow(state.all(element)) as never;

function isElement(node: Nodes, name: string | RegExp): boolean {
  return (
    node.type === 'element' && (typeof name === 'string' ? node.tagName === name : name.test(node.tagName))
  );
}
