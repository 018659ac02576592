import type { BlockInput } from '@tandem/shared/document/blocks';
import { toHtml } from 'hast-util-to-html';
import type { PhrasingContent, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';
import { gfm } from 'micromark-extension-gfm';
import { blocksOf } from './blocks.read.ts';
import { mdastOf, type Written } from './blocks.write.ts';
import { summaryFrom } from './html.ts';
import { alertNames, type Callout, type Details, type Underline } from './mdast.ts';
import { assertShallowMarkdown } from './nesting.ts';
import { setext } from './setext.ts';

/**
 * Converts Markdown to blocks, including GitHub's tables and task lists. May take quadratic time: parse long
 * untrusted texts by `readText`.
 */
export function blocksOfMarkdown(markdown: string): BlockInput[] {
  return blocksOf(readMarkdown(markdown), summaryFrom);
}

/** The tree of a Markdown text, in the same time. @throws WorkerRefusal `documentUnreadable` when it is too deep */
export function readMarkdown(markdown: string): Root {
  assertShallowMarkdown(markdown);
  return fromMarkdown(markdown, { extensions: [gfm(), setext], mdastExtensions: [gfmFromMarkdown()] });
}

/** Converts blocks to Markdown; '' for none. */
export function markdownOf(blocks: readonly Written[]): string {
  return writeMarkdown(mdastOf(blocks));
}

/** The Markdown text of a tree. */
export function writeMarkdown(root: Root): string {
  return toMarkdown(root, options);
}

const underline: Handle = (node: Underline, _, state, info) => {
  return `<u>${state.containerPhrasing(node, { ...info, before: '>', after: '<' })}</u>`;
};
const lineBreak: Handle = () => '<br>';
const callout: Handle = (node: Callout, _, state, info) => {
  const flow = state.containerFlow(node, info);
  return `[!${alertNames[node.kind]}]\n${flow}`
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
};
const details: Handle = (node: Details, _, state, info) => {
  const [summary, ...children] = node.children;
  const words = summaryHtml((summary && 'children' in summary ? summary.children : []) as PhrasingContent[]);
  const flow = state.containerFlow({ type: 'root', children: children as never }, info);
  // On one line: a break would end the HTML.
  const begin = `<details>\n<summary>${words.replaceAll('\n', ' ')}</summary>`;
  return [begin, flow, '</details>'].filter((part) => part !== '').join('\n\n');
};

/** A heading as such, everything else without a paragraph around it. */
function summaryHtml(children: PhrasingContent[]): string {
  const tree = toHast({ type: 'paragraph', children });
  return 'children' in tree ? toHtml(tree.children) : '';
}

const options: Options = {
  bullet: '-',
  emphasis: '*',
  rule: '-',
  listItemIndent: 'one',
  extensions: [gfmToMarkdown()],
  handlers: { underline, lineBreak, callout, details } as NonNullable<Options['handlers']>,
};
