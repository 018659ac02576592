import type { Nodes, RootContent } from 'mdast';

/** Replaces each node of a tree by the result of `change`, children first. */
export function rewrite(tree: Nodes, change: (node: RootContent) => RootContent[]): void {
  if (!('children' in tree)) return;
  tree.children = (tree.children as RootContent[]).flatMap((child) => {
    rewrite(child, change);
    return change(child);
  }) as typeof tree.children;
}
