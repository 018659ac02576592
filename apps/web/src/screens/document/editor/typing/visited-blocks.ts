import { createExtension } from '@blocknote/core';
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

const key = new PluginKey<DecorationSet>('at-hand');
/** Depth of the outermost blocks: document, group, block. */
const OUTERMOST = 2;

/**
 * Marks the blocks that the cursor has been in. Others are laid out only when they come into sight, which a browser
 * decides a frame later: keys that come before that, into a block that was just made, would be lost.
 */
export const atHand = createExtension(() => ({
  key: 'at-hand',
  prosemirrorPlugins: [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_config, state) => withCursor(DecorationSet.empty, state),
        apply: (tr, marked, _before, state) => withCursor(marked.map(tr.mapping, tr.doc), state),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
}));

/** Marks the block with the cursor and its neighbours, to which the next key may move. */
function withCursor(marked: DecorationSet, { selection: { $head }, doc }: EditorState): DecorationSet {
  if ($head.depth < OUTERMOST) return marked;
  const group = $head.node(OUTERMOST - 1);
  const index = $head.index(OUTERMOST - 1);
  let from = $head.posAtIndex(Math.max(index - 1, 0), OUTERMOST - 1);
  const added: Decoration[] = [];
  for (const each of group.children.slice(Math.max(index - 1, 0), index + 2)) {
    const to = from + each.nodeSize;
    const isMarked = marked.find(from, to).some((one) => one.from === from && one.to === to);
    if (!isMarked) added.push(Decoration.node(from, to, { class: 'at-hand' }));
    from = to;
  }
  return added.length > 0 ? marked.add(doc, added) : marked;
}
