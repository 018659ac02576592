import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { OwnChanges } from './own-changes.ts';

/** A page, the server it was opened from, and somebody who writes under the page's id. */
function begin() {
  const server = new Y.Doc();
  server.getText('t').insert(0, 'begun ');
  const open = () => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(server));
    return doc;
  };
  const page = open();
  const own = new OwnChanges(page);
  page.on('afterTransaction', (transaction) => {
    if (transaction.local) own.note(transaction);
  });
  const stored = Y.encodeStateVector(page);
  const type = (doc: Y.Doc, words: string) => {
    for (const letter of words) doc.getText('t').insert(doc.getText('t').length, letter);
  };
  const updateOf = (doc: Y.Doc) => Y.encodeStateAsUpdate(doc, stored);
  const clockAt = (doc: Y.Doc, client: number) => Y.getState(doc.store, client);
  return { server, page, own, stored, open, type, updateOf, clockAt };
}

describe('changes written in this browser', () => {
  it('are stored once the server has as many changes of their client id', () => {
    const { server, page, own, type, updateOf, clockAt } = begin();
    expect(own.claim()).toBeNull();
    type(page, 'mine');
    const claim = own.claim();
    if (!claim) throw new Error('nothing is claimed');
    expect(own.settle(claim, clockAt(server, claim.client))).toBe('lacking');
    Y.applyUpdate(server, updateOf(page));
    type(page, ' more');
    expect(own.settle(claim, clockAt(server, claim.client))).toBe('stored');
    const next = own.claim();
    expect(next).toEqual({ client: page.clientID, end: claim.end + 5 });
    if (next) expect(own.settle(next, clockAt(server, next.client))).toBe('lacking');
  });

  it('are recognised as another’s under the same id, whether more or fewer', () => {
    const { page, own, open, type, updateOf } = begin();
    const other = open();
    other.clientID = page.clientID;
    type(page, 'mine');
    type(other, 'none');
    expect(own.isBorrowed(updateOf(page))).toBe(false);
    expect(own.isBorrowed(updateOf(other))).toBe(true);
    type(other, ' and more');
    expect(own.settle({ client: page.clientID, end: 4 }, 13)).toBe('borrowed');
  });
});
