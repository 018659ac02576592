import type { Element, ElementContent, Nodes, Text } from 'hast';

/** Elements that say nothing in a document, whatever is in them. */
const SILENT = new Set(['script', 'style', 'template', 'title', 'meta', 'link', 'base', 'param', 'source']);
/** Elements of running text that say nothing when they hold nothing but white space. */
const RUNNING = new Set([
  ...[
    'a',
    'abbr',
    'acronym',
    'b',
    'bdi',
    'bdo',
    'big',
    'cite',
    'data',
    'del',
    'dfn',
    'em',
    'font',
    'i',
    'ins',
  ],
  ...[
    'label',
    'mark',
    'nobr',
    'q',
    's',
    'small',
    'span',
    'strike',
    'strong',
    'sub',
    'sup',
    'time',
    'track',
    'tt',
  ],
  ...['u', 'var', 'wbr'],
]);
/** Elements in which white space counts. */
const KEPT_SPACE = new Set(['pre', 'code', 'textarea', 'kbd', 'samp', 'xmp', 'listing']);

/**
 * Takes out of a tree of HTML what a document does not show: comments, scripts, and running elements with nothing in
 * them. Long rows of these take a time that rises with their square when white space is made small later.
 * @param page changed in place, without recursion, since nesting may be deep
 */
export function prune(page: Nodes): void {
  const parents: Extract<Nodes, { children: unknown[] }>[] = [];
  const waiting: Nodes[] = [page];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('children' in node)) continue;
    if (node.type === 'element' && KEPT_SPACE.has(node.tagName)) continue;
    parents.push(node);
    for (const child of node.children) waiting.push(child);
  }
  // What is below comes first.
  for (const parent of parents.reverse()) {
    const children: ElementContent[] = [];
    for (const child of parent.children as ElementContent[]) {
      if (child.type === 'comment' || (child.type === 'element' && SILENT.has(child.tagName))) continue;
      const space = child.type === 'element' ? spaceIn(child) : null;
      const kept: ElementContent = space === null ? child : { type: 'text', value: space };
      const before = children.at(-1);
      if (kept.type !== 'text') children.push(kept);
      else if (before?.type === 'text') children[children.length - 1] = joined(before, kept);
      else if (kept.value !== '') children.push(kept);
    }
    parent.children = children;
  }
}

/** The white space that is all a running element holds; null when it holds more, or says something by itself. */
function spaceIn({ tagName, children }: Element): string | null {
  if (!RUNNING.has(tagName) || children.length > 1) return null;
  const [only] = children;
  if (only === undefined) return '';
  return only.type === 'text' && /^[ \t\r\n\f]*$/u.test(only.value) ? ' ' : null;
}

/** Two texts as one; rows of white space stay short. */
function joined(before: Text, { value }: Text): Text {
  return {
    ...before,
    value: value === ' ' && before.value.endsWith(' ') ? before.value : before.value + value,
  };
}
