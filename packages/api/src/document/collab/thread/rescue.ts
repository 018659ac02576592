import { FRAGMENT } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { Places } from '../../edit/check.places.ts';
import type { Change } from '../../edit/check.ts';
import { paragraphOf } from '../../edit/seed.ts';
import { STORED } from './showing.ts';

/** Maximum remembered ranges of removed items. */
const MAX_REMEMBERED = 20_000;
/** Places restored for one change. Words beyond go to the last of them. */
const MAX_SPOTS = 50;

/** Words inside a removed block. */
export interface Lost {
  writer: number;
  words: string;
  spot: Spot;
  /** Whether they continue their writer's previous words. */
  goesOn: boolean;
}

/** The former place of something removed. */
interface Spot {
  /** The outermost removed item; null when unknown. */
  id: Y.ID | null;
  /** The texts that received later words for this place, by writer. */
  texts: Map<number, Y.ID>;
}

interface Stretch {
  client: number;
  from: number;
  end: number;
  spot: Spot;
}

/**
 * Restores words that were in transit while their block was removed, for instance by a program: Yjs would
 * drop them silently. They become a paragraph where the block was.
 */
export class Rescue {
  private readonly doc: Y.Doc;
  /** The oldest first. */
  private stretches: Stretch[] = [];
  private readonly unknown: Spot = { id: null, texts: new Map() };

  constructor(doc: Y.Doc) {
    this.doc = doc;
    // Before Yjs forgets the removed content.
    doc.on('afterTransaction', (transaction: Y.Transaction) => this.note(transaction));
  }

  /** Returns the words of a change inside removed blocks. Call before applying it. */
  lostIn({ structs, ds }: Change): Lost[] {
    const places = new Places(this.doc, structs);
    const lost: Lost[] = [];
    let last: Stretch | undefined;
    let looks = 0;
    for (const item of structs) {
      const { client, clock } = item.id;
      const from = Math.max(clock, Y.getState(this.doc.store, client));
      const end = clock + item.length;
      if (!(item instanceof Y.Item) || from >= end || !places.isGone(item)) continue;
      const beside = item.origin ?? item.rightOrigin ?? item.parent;
      if (beside instanceof Y.ID && !(last && holds(last, beside)) && looks < MAX_SPOTS) {
        looks += 1;
        last = this.stretches.findLast((each) => holds(each, beside));
      }
      const spot = last?.spot ?? this.unknown;
      // Later items may refer to this as their neighbour.
      last = this.remember({ client, from, end, spot });
      const words = wordsOf(item, from, ds);
      const goesOn = item.origin?.client === client;
      if (words !== '') lost.push({ writer: client, words, spot, goesOn });
    }
    return lost;
  }

  /**
   * Inserts words where their block was.
   * @returns the resulting change
   */
  place(lost: readonly Lost[]): Uint8Array | null {
    const { doc } = this;
    const spots = new Map<Spot, Map<number, string>>();
    for (const { writer, words, spot, goesOn } of lost) {
      const writers = spots.get(spot) ?? new Map<number, string>();
      spots.set(spot, writers.set(writer, `${writers.get(writer) ?? ''}${goesOn ? '' : ' '}${words}`));
    }
    const updates: Uint8Array[] = [];
    const take = (update: Uint8Array) => updates.push(update);
    doc.on('update', take);
    doc.transact(() => {
      for (const [spot, writers] of spots)
        for (const [writer, words] of writers) {
          const known = spot.texts.get(writer);
          const text = known && typeAt(doc, known);
          if (text instanceof Y.XmlText) text.insert(text.length, words);
          else if (words.trim() !== '') {
            const begun = this.begin(spot, words.trimStart());
            if (begun) spot.texts.set(writer, begun);
          }
        }
    }, STORED);
    doc.off('update', take);
    return updates[0] ?? null;
  }

  /** Makes a paragraph of words. @returns the id of its text */
  private begin(spot: Spot, words: string): Y.ID | null {
    const { container, text } = paragraphOf(words);
    const found = spot.id && placeOf(this.doc, spot.id);
    if (found) found.group.insert(found.index, [container]);
    else {
      const group = this.doc.getXmlFragment(FRAGMENT).get(0);
      if (!(group instanceof Y.XmlElement)) return null;
      group.push([container]);
    }
    return text._item?.id ?? null;
  }

  private note(transaction: Y.Transaction): void {
    if (transaction.deleteSet.clients.size === 0) return;
    const tops = new Map<Y.Item, Y.Item>();
    const spots = new Map<Y.Item, Spot>();
    Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
      if (!(struct instanceof Y.Item)) return;
      const top = topOf(struct, tops);
      // Words deleted from a text that still exists.
      if (top === struct && !(struct.content instanceof Y.ContentType)) return;
      const spot = spots.get(top) ?? { id: top.id, texts: new Map() };
      spots.set(top, spot);
      const { client, clock } = struct.id;
      this.remember({ client, from: clock, end: clock + struct.length, spot });
    });
  }

  private remember(next: Stretch): Stretch {
    const last = this.stretches.at(-1);
    if (last?.client === next.client && last.end === next.from && last.spot === next.spot) {
      last.end = next.end;
      return last;
    }
    this.stretches.push(next);
    // Batched, since removal moves all others.
    if (this.stretches.length > MAX_REMEMBERED * 2) this.stretches = this.stretches.slice(-MAX_REMEMBERED);
    return next;
  }
}

function holds({ client, from, end }: Stretch, id: Y.ID): boolean {
  return id.client === client && from <= id.clock && id.clock < end;
}

/** Returns an item's words from a clock on, without those its writer deleted. */
function wordsOf({ id: { client, clock }, content }: Y.Item, from: number, ds: Change['ds']): string {
  if (!(content instanceof Y.ContentString)) return '';
  const words = content.str.slice(from - clock);
  if (!ds.clients.has(client)) return words;
  let kept = '';
  for (let at = 0; at < words.length; at += 1)
    if (!Y.isDeleted(ds, Y.createID(client, from + at))) kept += words.charAt(at);
  return kept;
}

/** Returns the outermost item removed together with an item. */
function topOf(item: Y.Item, known: Map<Y.Item, Y.Item>): Y.Item {
  const holder = holderOf(item);
  if (!holder?.deleted) return item;
  const top = known.get(holder) ?? topOf(holder, known);
  known.set(holder, top);
  return top;
}

function holderOf({ parent }: Y.Item): Y.Item | null {
  return parent instanceof Y.AbstractType ? parent._item : null;
}

/** Returns the place for a block that replaces a removed one; null when it is no longer known. */
function placeOf(doc: Y.Doc, id: Y.ID): { group: Y.XmlElement; index: number } | null {
  const found = Y.getItem(doc.store, id);
  for (let item = found instanceof Y.Item ? found : null; item; item = holderOf(item)) {
    const { parent: group } = item;
    if (!(group instanceof Y.XmlElement) || group.nodeName !== 'blockGroup' || group._item?.deleted) continue;
    let index = 0;
    for (let at = group._start; at && at !== item; at = at.right) if (!at.deleted) index += at.length;
    return { group, index: item.deleted ? index : index + 1 };
  }
  return null;
}

function typeAt(doc: Y.Doc, id: Y.ID): unknown {
  const found = Y.getItem(doc.store, id);
  return found instanceof Y.Item && found.content instanceof Y.ContentType ? found.content.type : null;
}
