import type { Nodes, RootContent } from 'mdast';

/** Puts in the place of each node of a tree what `change` makes of it; what is below comes first. */
export function rewrite(tree: Nodes, change: (node: RootContent) => RootContent[]): void {
  if (!('children' in tree)) return;
  tree.children = (tree.children as RootContent[]).flatMap((child) => {
    rewrite(child, change);
    return change(child);
  }) as typeof tree.children;
}
