import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { fitted } from './fit.ts';
import { type Claim, OwnChanges } from './own-changes.ts';
import type { Fate } from './unsaved.ts';

/** A page with its changes, and the server to which they go. */
class Session {
  readonly server = new Y.Doc();
  readonly page = new Y.Doc();
  readonly own = new OwnChanges(this.page);
  /** Every letter that was written by anybody is another one. */
  letters: string[] = [];
  readonly removed = new Set<string>();
  private saved: Uint8Array;
  private mark: { claim: Claim | null; vector: Uint8Array; clock: number } | null = null;

  constructor() {
    this.server.getText('t').insert(0, '·'.repeat(10));
    Y.applyUpdate(this.page, Y.encodeStateAsUpdate(this.server));
    this.saved = Y.encodeStateVector(this.page);
    this.page.on('afterTransaction', (transaction) => transaction.local && this.own.note(transaction));
  }

  write(doc: Y.Doc, at: number, count: number): void {
    const text = doc.getText('t');
    for (let n = 0; n < count; n += 1) {
      const letter = String.fromCharCode(0x4e00 + this.letters.length);
      this.letters.push(letter);
      text.insert(Math.min(at + n, text.length), letter);
    }
  }

  remove(at: number): void {
    const text = this.page.getText('t');
    if (text.length <= 5) return;
    this.removed.add(text.toString().charAt(at % text.length));
    text.delete(at % text.length, 1);
  }

  /** Somebody else writes; the page receives it unless they write under its id. */
  otherWrites(at: number, count: number, isBorrowed = false): void {
    const other = new Y.Doc();
    Y.applyUpdate(other, Y.encodeStateAsUpdate(this.server));
    if (isBorrowed) other.clientID = this.page.clientID;
    this.write(other, at, count);
    const update = Y.encodeStateAsUpdate(other, Y.encodeStateVector(this.server));
    Y.applyUpdate(this.server, update);
    if (!isBorrowed) Y.applyUpdate(this.page, update);
  }

  send(): void {
    Y.applyUpdate(this.server, Y.encodeStateAsUpdate(this.page, Y.encodeStateVector(this.server)));
  }

  ask(): void {
    const claim = this.own.claim();
    const clock = claim ? Y.getState(this.server.store, claim.client) : 0;
    this.mark = { claim, clock, vector: Y.encodeStateVector(this.page) };
  }

  hear(): void {
    if (!this.mark) return;
    const { claim, clock, vector } = this.mark;
    const found = claim ? this.own.settle(claim, clock) : 'stored';
    if (found === 'stored' && this.own.isStored(vector)) this.saved = vector;
    this.mark = null;
  }

  /** The page reopened, with the stored changes. */
  reopen(fate: Fate): Y.Doc {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(this.server));
    const update = Y.encodeStateAsUpdate(this.page, this.saved);
    const words = fitted({ update, own: this.own.list(), fate }, doc);
    Y.applyUpdate(doc, words.update);
    // Applied again, as by another page or after a reload, they change nothing.
    Y.applyUpdate(doc, fitted(words, doc).update);
    return doc;
  }
}

const at = fc.nat(60);
const count = fc.integer({ min: 1, max: 4 });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('write' as const), at, count) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('otherWrites' as const), at, count) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('remove' as const), at) },
  ...(['send', 'ask', 'hear', 'newId'] as const).map((name) => ({
    weight: name === 'send' ? 2 : 1,
    arbitrary: fc.tuple(fc.constant(name)),
  })),
);

/** Does a step of a page's life. Yjs itself takes another id when it sees its own elsewhere. */
function take(session: Session, [name, ...rest]: [string, ...number[]]): void {
  const [place = 0, length = 0] = rest;
  if (name === 'write') session.write(session.page, place, length);
  else if (name === 'newId') session.page.clientID = new Y.Doc().clientID;
  else if (name === 'remove') session.remove(place);
  else if (name === 'otherWrites') session.otherWrites(place, length);
  else if (name === 'send' || name === 'ask' || name === 'hear') session[name]();
}

describe('kept changes', () => {
  it.each<[string, Fate]>([
    ['that somebody else’s stand in the place of', 'taken'],
    ['that did not fit', 'unfit'],
    ['that were on their way', 'waiting'],
  ])(
    '%s appear once, next to everything the server has, however much of them it had',
    { timeout: 60_000 },
    (_name, fate) => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 40 }), at, fc.nat(8), (steps, where, theirs) => {
          const session = new Session();
          for (const each of steps) take(session, each);
          const others = session.letters.length;
          session.otherWrites(where, theirs, true);
          const doc = session.reopen(fate);
          expect(doc.store.pendingStructs).toBeNull();
          const text = doc.getText('t').toString();
          const times = (letter: string) => text.split(letter).length - 1;
          const counted = session.letters.map((letter, n) => {
            // Words removed before they were sent cannot be distinguished from somebody else's words in their
            // place.
            const isSure = n < others || session.removed.size === 0;
            return [letter, isSure ? times(letter) : Math.max(1, times(letter))];
          });
          const wanted = session.letters.map((letter) => [letter, session.removed.has(letter) ? 0 : 1]);
          expect(counted).toEqual(wanted);
        }),
        { numRuns: 200 },
      );
    },
  );

  it('appear once after a kill, when another page brings what it had of them', () => {
    const session = new Session();
    session.write(session.page, 2, 3);
    const others = Y.encodeStateAsUpdate(session.page);
    session.write(session.page, 5, 2);
    const doc = session.reopen('unfit');
    Y.applyUpdate(doc, others);
    expect(doc.getText('t').toString()).toBe(session.page.getText('t').toString());
  });

  it('stay unchanged where nobody else wrote under their ids', () => {
    const session = new Session();
    session.write(session.page, 2, 3);
    const update = Y.encodeStateAsUpdate(session.page, Y.encodeStateVector(session.server));
    const kept = { update, own: session.own.list(), fate: 'waiting' as const };
    expect(fitted(kept, session.server)).toBe(kept);
    session.send();
    expect(fitted(kept, session.server)).toBe(kept);
  });
});
