import type { Element, ElementContent, Nodes, Text } from 'hast';

/** Elements ignored in a document, with their content. */
const SILENT = new Set(['script', 'style', 'template', 'title', 'meta', 'link', 'base', 'param', 'source']);
/** Inline elements ignored when they contain only white space. */
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
 * Removes parts of an HTML tree that a document does not show: comments, scripts, and empty inline elements.
 * Long runs of these would take quadratic time when white space is collapsed later.
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
  // Children come first.
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

/**
 * Returns the white space that is an inline element's only content; null when it contains more, or is visible
 * itself.
 */
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
