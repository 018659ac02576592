import * as Y from 'yjs';
import { isGlued } from './text.ts';
import { textsOf } from './tree.ts';

/**
 * Inserts a space where words of two writers have merged into one: where both wrote at one position, or one
 * removed what was between.
 * @param group all blocks, with the changes of both
 * @param base the document both started from
 * @param writer the later writer's client id
 * @param removed ranges that writer removed, sorted
 */
export function separate(
  group: Y.XmlElement,
  { base, writer, removed }: { base: Y.Doc; writer: number; removed: ReturnType<typeof Y.createDeleteSet> },
): void {
  const isNew = ({ id }: Y.Item) => id.clock >= Y.getState(base.store, id.client);
  const sideOf = (item: Y.Item) => (item.id.client === writer ? 'theirs' : isNew(item) ? 'ours' : 'both');
  const removerOf = (item: Y.Item) => {
    if (Y.isDeleted(removed, item.id)) return 'theirs';
    return isNew(item) || Y.getItem(base.store, item.id)?.deleted !== false ? null : 'ours';
  };
  for (const text of textsOf(group)) {
    const places: number[] = [];
    const gap = new Set<string | null>();
    let last: { side: string; words: string } | null = null;
    let at = 0;
    for (let item = text._start; item; item = item.right) {
      if (item.deleted) gap.add(removerOf(item));
      if (item.deleted || !item.countable) continue;
      const words = item.content instanceof Y.ContentString ? item.content.str : '';
      const side = sideOf(item);
      if (last && isGlued(last.words, words)) {
        const sides = new Set([last.side, side]);
        const isApart = (sides.has('ours') && gap.has('theirs')) || (sides.has('theirs') && gap.has('ours'));
        if (isApart || (sides.has('ours') && sides.has('theirs'))) places.push(at);
      }
      last = { side, words };
      gap.clear();
      at += item.length;
    }
    for (const place of places.reverse()) text.insert(place, ' ', {});
  }
}
