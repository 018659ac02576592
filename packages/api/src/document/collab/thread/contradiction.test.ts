import { contradictionIn } from '@tandem/shared/document/contradiction';
import { FRAGMENT } from '@tandem/shared/document/schema';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { firstUpdate } from '../../edit/seed.ts';

/** Deterministic pseudo-random numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

const check = (doc: Y.Doc, update: Uint8Array) =>
  contradictionIn(doc, Y.decodeUpdate(update).structs)?.client ?? null;

describe('a change that repeats known structs', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('matches them whatever editors write, delete and undo (%i)', (seed) => {
    const next = numbers(seed);
    const server = new Y.Doc();
    Y.applyUpdate(server, firstUpdate());
    const editors = [0, 1, 2].map(() => {
      const doc = new Y.Doc();
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(server));
      const undo = new Y.UndoManager(doc.getXmlFragment(FRAGMENT), { captureTimeout: 0 });
      const sent: Uint8Array[] = [];
      doc.on('update', (update: Uint8Array, origin: unknown) => origin !== 'remote' && sent.push(update));
      return { doc, undo, sent };
    });
    const all: Uint8Array[] = [];
    for (let step = 0; step < 300; step += 1) {
      const { doc, undo, sent } = editors[next(3)] as (typeof editors)[number];
      const group = doc.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
      const kind = next(8);
      if (kind === 0) {
        const text = new Y.XmlText('some words');
        const paragraph = new Y.XmlElement('paragraph');
        paragraph.insert(0, [text]);
        group.insert(next(group.length + 1), [paragraph]);
      } else if (kind === 1 && group.length > 1) group.delete(next(group.length), 1);
      else if (kind === 2) undo.undo();
      else if (kind === 3) undo.redo();
      else {
        const block = group.get(next(group.length || 1));
        const text = block instanceof Y.XmlElement ? block.get(0) : null;
        if (!(text instanceof Y.XmlText)) continue;
        if (kind === 4 && text.length > 3) text.delete(next(text.length - 2), 2);
        else if (kind === 5 && text.length > 3)
          text.format(next(text.length - 2), 2, { bold: next(2) === 0 || null });
        else text.insert(next(text.length + 1), 'xyz'.slice(next(3)));
      }
      for (const update of sent.splice(0)) {
        all.push(update);
        expect(check(server, update)).toBeNull();
        Y.applyUpdate(server, update);
        for (const other of editors) if (other.doc !== doc) Y.applyUpdate(other.doc, update, 'remote');
      }
    }
    // Replays everything: one by one, as one, and as each editor has it.
    for (const update of all) expect(check(server, update)).toBeNull();
    expect(check(server, Y.mergeUpdates(all))).toBeNull();
    for (const { doc } of editors) expect(check(server, Y.encodeStateAsUpdate(doc))).toBeNull();
    const loaded = new Y.Doc();
    Y.applyUpdate(loaded, Y.encodeStateAsUpdate(server));
    for (const update of all) expect(check(loaded, update)).toBeNull();
  });

  it('differs when another wrote it at the same clock', () => {
    const server = new Y.Doc();
    const base = firstUpdate();
    Y.applyUpdate(server, base);
    const writes = (words: string, at: number) => {
      const doc = new Y.Doc();
      Y.applyUpdate(doc, base);
      doc.clientID = 77;
      const before = Y.encodeStateVector(doc);
      let node: unknown = doc.getXmlFragment(FRAGMENT);
      while (node instanceof Y.XmlFragment) node = node.get(0);
      (node as Y.XmlText).insert(0, 'ab');
      (node as Y.XmlText).insert(at, words);
      return Y.encodeStateAsUpdate(doc, before);
    };
    Y.applyUpdate(server, writes('one', 2));
    expect(check(server, writes('one', 2))).toBeNull();
    expect(check(server, writes('one more', 2))).toBeNull();
    expect(check(server, writes('two', 2))).toBe(77);
    expect(check(server, writes('one', 1))).toBe(77);
  });
});
