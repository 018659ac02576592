import { FRAGMENT, MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { checkUpdate, RefusedUpdate } from './check.ts';
import { firstUpdate } from './seed.ts';

/** A document with one paragraph, and an editor's copy of it. */
function pair() {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, firstUpdate());
  const editor = new Y.Doc();
  Y.applyUpdate(editor, Y.encodeStateAsUpdate(doc));
  return { doc, editor };
}

/** Returns the update of an editor's change. */
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

/** Adds a cell that spans this many columns. */
const cellOver = (editor: Y.Doc, span: unknown) =>
  changeOf(editor, (group) => {
    const cell = new Y.XmlElement('tableCell');
    cell.setAttribute('colspan', span as string);
    group.insert(0, [cell]);
  });

const add = (group: Y.XmlElement) => group.insert(group.length, [new Y.XmlElement('blockContainer')]);

describe('a change of a document', () => {
  it('is accepted when it builds on known state, and again when repeated', () => {
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

  it.each([1, 1_000, '100%'])('is accepted when a cell spans %j columns', (span) => {
    const { doc, editor } = pair();
    expect(reasonOf(doc, cellOver(editor, span))).toBe('taken');
  });

  it.each([1_001, 4_294_967_295, '99999'])('is refused when a cell would span %j columns', (span) => {
    const { doc, editor } = pair();
    expect(reasonOf(doc, cellOver(editor, span))).toBe('malformed');
  });

  it('is accepted when it only deletes', () => {
    const { doc, editor } = pair();
    const update = changeOf(editor, (group) => group.delete(0, 1));
    expect(update[0]).toBe(0);
    expect(reasonOf(doc, update)).toBe('taken');
  });

  it('is refused when it is empty or truncated', () => {
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

  it('is refused when it builds on unknown state', () => {
    const { doc, editor } = pair();
    changeOf(editor, add);
    expect(reasonOf(doc, changeOf(editor, add))).toBe('foreign');
    const other = new Y.Doc();
    Y.applyUpdate(other, firstUpdate());
    expect(reasonOf(doc, changeOf(other, add))).toBe('foreign');
  });

  it('is refused when it writes outside the blocks, or embeds a document', () => {
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

  it('is refused when it is too large, or written by too many clients', () => {
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

  it('is refused when it deletes unknown items', () => {
    const { doc } = pair();
    const other = new Y.Doc();
    const before = Y.encodeStateVector(other);
    const text = other.getXmlFragment(FRAGMENT);
    text.insert(0, [new Y.XmlElement('paragraph')]);
    const added = Y.encodeStateVector(other);
    text.delete(0, 1);
    expect(reasonOf(doc, Y.encodeStateAsUpdate(other, added))).toBe('foreign');
    expect(reasonOf(doc, Y.encodeStateAsUpdate(other, before))).toBe('taken');
  });

  it('is refused when it nests too deeply, at once or step by step', () => {
    const { doc, editor } = pair();
    const nest = (levels: number) =>
      changeOf(editor, (group) => {
        let at = group;
        while (at.get(0) instanceof Y.XmlElement) at = at.get(0) as Y.XmlElement;
        for (let n = 0; n < levels; n += 1) {
          const child = new Y.XmlElement('blockGroup');
          at.insert(0, [child]);
          at = child;
        }
      });
    const some = nest(200);
    expect(reasonOf(doc, some)).toBe('taken');
    Y.applyUpdate(doc, some);
    expect(reasonOf(doc, nest(200))).toBe('malformed');
    expect(reasonOf(pair().doc, Y.encodeStateAsUpdate(editor))).toBe('malformed');
  });

  it.each<[string, (group: Y.XmlElement) => void]>([
    ['a map among the blocks', (group) => group.insert(0, [new Y.Map() as never])],
    ['a hook among the blocks', (group) => group.insert(0, [new Y.XmlHook('x') as never])],
    ['words among the blocks', (group) => (group as unknown as Y.Array<string>).insert(0, ['x'])],
    ['a type as an attribute', (group) => group.setAttribute('x', new Y.Array() as never)],
    ['an object as an attribute', (group) => group.setAttribute('x', { toString: 1 } as never)],
    ['bytes as an attribute', (group) => group.setAttribute('x', new Uint8Array(3) as never)],
    [
      'a thing within words',
      (group) => {
        const text = new Y.XmlText('words');
        group.insert(0, [text]);
        text.insertEmbed(2, new Y.XmlText('more'));
      },
    ],
  ])('is refused when it contains %s', (_what, work) => {
    const { doc, editor } = pair();
    expect(reasonOf(doc, changeOf(editor, work))).toBe('malformed');
  });

  it('is accepted whatever an editor writes and undoes', () => {
    const { doc, editor } = pair();
    const undo = new Y.UndoManager(editor.getXmlFragment(FRAGMENT), { captureTimeout: 0 });
    const changes: Uint8Array[] = [];
    editor.on('update', (update: Uint8Array) => changes.push(update));
    const group = editor.getXmlFragment(FRAGMENT).get(0) as Y.XmlElement;
    add(group);
    const text = new Y.XmlText('some words');
    (group.get(1) as Y.XmlElement).insert(0, [text]);
    text.format(2, 4, { bold: true, 'comment--x': { threadId: 'x' } });
    text.insert(4, 'more', { bold: null });
    (group.get(1) as Y.XmlElement).setAttribute('width', [1, null] as never);
    group.delete(0, 1);
    while (undo.canUndo()) undo.undo();
    while (undo.canRedo()) undo.redo();
    for (const change of changes) {
      expect(reasonOf(doc, change)).toBe('taken');
      Y.applyUpdate(doc, change);
    }
    expect(reasonOf(pair().doc, Y.encodeStateAsUpdate(editor))).toBe('taken');
    expect(Y.encodeStateVector(doc)).toEqual(Y.encodeStateVector(editor));
  });
});
