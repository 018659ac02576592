import type { Break, Html, Nodes, Root, Text } from 'mdast';

/** Makes HTML in Markdown visible text; line breaks, which models put into tables, still break lines. */
export function inertHtml() {
  return (tree: Root) => visit(tree);
}

function visit(node: Nodes): void {
  if (!('children' in node)) return;
  const children: Nodes[] = node.children;
  const isFlow = node.type === 'root' || node.type === 'blockquote' || node.type === 'listItem';
  const inert = children.flatMap((child): Nodes[] => {
    if (child.type === 'html') return isFlow ? asParagraph(child) : asText(child);
    visit(child);
    return [child];
  });
  node.children = inert as typeof node.children;
}

/** Where only blocks may stand, text needs a paragraph around it. */
function asParagraph(html: Html): Nodes[] {
  const children = asText(html);
  return children.length > 0 ? [{ type: 'paragraph', children }] : [];
}

function asText({ value }: Html): (Text | Break)[] {
  return value
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .split(/(<br\s*\/?>)/i)
    .filter((piece) => piece !== '')
    .map((piece) => (/^<br\s*\/?>$/i.test(piece) ? { type: 'break' } : { type: 'text', value: piece }));
}
