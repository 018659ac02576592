import { type BlockInput, calloutKinds } from '@tandem/shared/document/blocks';
import type { Element, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import type { Root } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { blocksOf } from './document.blocks.read.ts';
import { mdastOf, type Written } from './document.blocks.write.ts';
import type { Callout, Details, Summary, Underline } from './document.mdast.ts';

/** Blocks of an HTML text: its words and their form, nothing that could run. Read other people's by `readText`. */
export function blocksOfHtml(html: string): BlockInput[] {
  return blocksOf(mdastFrom(html), (summary) => summaryFrom(summary));
}

/** Blocks as HTML, without scripts, styles or handlers. */
export function htmlOf(blocks: readonly Written[]): string {
  return toHtml(toHast(mdastOf(blocks)));
}

/** The words of something that unfolds: a heading, or a paragraph. */
export function summaryFrom(html: string): Details['children'] {
  return mdastFrom(html).children as Details['children'];
}

function mdastFrom(html: string): Root {
  const tree = toMdast(fromHtml(html, { fragment: true }), {
    handlers: { u: underline, ins: underline, aside: callout, details, summary: summaryOf },
  });
  return tree.type === 'root' ? tree : { type: 'root', children: [tree as never] };
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

/** One that stands alone is a paragraph. */
const summaryOf: Handle = (state, element) => state.toFlow(state.all(element)) as never;

function isElement(node: Nodes, name: string | RegExp): boolean {
  return (
    node.type === 'element' && (typeof name === 'string' ? node.tagName === name : name.test(node.tagName))
  );
}
