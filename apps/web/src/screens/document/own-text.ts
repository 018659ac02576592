/** The text nodes of a document's element in order, without the names at other writers' cursors. */
export function textNodesOf(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    const isCursor = node instanceof Element && node.classList.contains('cursor');
    return isCursor ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}

/** The text of a document's element, without other writers' cursors. */
export function textOf(root: Node): string {
  return textNodesOf(root)
    .map(({ data }) => data)
    .join('');
}
