import { FRAGMENT, MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { checkUpdate, RefusedUpdate } from './document.check.ts';
import { firstUpdate } from './document.seed.ts';

/** A document with one paragraph, and an editor's copy of it. */
function pair() {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, firstUpdate());
  const editor = new Y.Doc();
  Y.applyUpdate(editor, Y.encodeStateAsUpdate(doc));
  return { doc, editor };
}

/** What `work` changes in an editor, as it goes over the wire. */
function changeOf(editor: Y.Doc, work: (group: Y.XmlElement) => void): Uint8Array {
  const before = Y.encodeStateVector(editor);
  work(editor.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement);
  return Y.encodeStateAsUpdate(editor, before);
}

function reasonOf(doc: Y.Doc, update: Uint8Array): string {
  const before = Buffer.from(Y.encodeStateAsUpdate(doc));
  try {
    checkUpdate(doc, update);
    return 'taken';
  } catch (err) {
    expect(err).toBeInstanceOf(RefusedUpdate);
    expect(Buffer.from(Y.encodeStateAsUpdate(doc)).equals(before)).toBe(true);
    return (err as RefusedUpdate).reason;
  }
}

const add = (group: Y.XmlElement) => group.insert(group.length, [new Y.XmlElement('blockContainer')]);

describe('a change of a document', () => {
  it('is taken when it builds on what is there, and again when it is repeated', () => {
    const { doc, editor } = pair();
    const update = changeOf(editor, add);
    expect(reasonOf(doc, update)).toBe('taken');
    Y.applyUpdate(doc, update);
    let changes = 0;
    doc.on('update', () => {
      changes += 1;
    });
    expect(reasonOf(doc, update)).toBe('taken');
    Y.applyUpdate(doc, update);
    expect(changes).toBe(0);
  });

  it('is taken when it only deletes', () => {
    const { doc, editor } = pair();
    const update = changeOf(editor, (group) => group.delete(0, 1));
    expect(update[0]).toBe(0);
    expect(reasonOf(doc, update)).toBe('taken');
  });

  it('is refused when it is none, or cut short', () => {
    const { doc, editor } = pair();
    const update = changeOf(editor, add);
    expect(reasonOf(doc, new Uint8Array([255, 255, 255, 255, 255]))).toBe('malformed');
    expect(reasonOf(doc, new TextEncoder().encode('{"type":"doc"}'))).toBe('malformed');
    for (let length = 0; length < update.length - 1; length += 1)
      expect(reasonOf(doc, update.slice(0, length)), `${length} bytes`).not.toBe('taken');
  });

  it('is refused in the other encoding of Yjs', () => {
    const { doc, editor } = pair();
    const before = Y.encodeStateVector(editor);
    add(editor.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement);
    expect(reasonOf(doc, Y.encodeStateAsUpdateV2(editor, before))).toBe('malformed');
    expect(reasonOf(doc, Y.encodeStateAsUpdateV2(editor))).toBe('malformed');
  });

  it('is refused when it builds on what is not there', () => {
    const { doc, editor } = pair();
    changeOf(editor, add);
    expect(reasonOf(doc, changeOf(editor, add))).toBe('foreign');
    const other = new Y.Doc();
    Y.applyUpdate(other, firstUpdate());
    expect(reasonOf(doc, changeOf(other, add))).toBe('foreign');
  });

  it('is refused when it writes beside the blocks, or hides a document in the document', () => {
    const { doc, editor } = pair();
    expect(
      reasonOf(
        doc,
        changeOf(editor, () => editor.getMap('else').set('a', 1)),
      ),
    ).toBe('foreign');
    const within = pair();
    expect(
      reasonOf(
        within.doc,
        changeOf(within.editor, (group) => group.setAttribute('d', new Y.Doc() as unknown as string)),
      ),
    ).toBe('foreign');
  });

  it('is refused when it is too large, or the work of too many', () => {
    const { doc, editor } = pair();
    expect(reasonOf(doc, new Uint8Array(MAX_UPDATE_BYTES + 1))).toBe('tooLarge');
    for (let n = 0; n < 100; n += 1) {
      const writer = new Y.Doc();
      Y.applyUpdate(writer, Y.encodeStateAsUpdate(editor));
      add(writer.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement);
      Y.applyUpdate(editor, Y.encodeStateAsUpdate(writer));
    }
    const { store } = doc;
    expect(store.clients.size).toBeLessThan(100);
    expect(reasonOf(doc, Y.encodeStateAsUpdate(editor, Y.encodeStateVector(doc)))).toBe('tooCostly');
  });
});
