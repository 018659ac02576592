import * as Y from 'yjs';
import { fitted } from './fit.ts';
import type { OwnChanges } from './own-changes.ts';
import { type Fate, forgetKept, keepWords, readKept } from './unsaved.ts';

/** Origin of changes that were kept in this browser. */
const KEPT = 'kept';

/** Stores unsaved changes to a document in this browser, and restores them when it is opened again. */
export class Keeper {
  private readonly doc: Y.Doc;
  private readonly own: OwnChanges;
  private readonly key: readonly [userId: number, documentId: string];
  private hasReturned = false;

  constructor(doc: Y.Doc, own: OwnChanges, ...key: Keeper['key']) {
    this.doc = doc;
    this.own = own;
    this.key = key;
  }

  /**
   * Restores the stored changes into the document, once.
   * @param isNewest whether the document is as the server has it now: only then can be seen which misfit
   * changes it has
   */
  giveBack(isNewest: boolean): void {
    if (this.hasReturned) return;
    const kept = readKept(...this.key);
    if (kept && kept.fate !== 'waiting' && !isNewest) return;
    this.hasReturned = true;
    if (!kept) return;
    const words = fitted(kept, this.doc);
    // Before anything else reads it: the same words must not get two other ids.
    if (words !== kept) keepWords(...this.key, words);
    Y.applyUpdate(this.doc, words.update, KEPT);
  }

  /**
   * @param stored the state vector of what the server has for certain
   * @returns whether it is kept
   */
  keep(stored: Uint8Array, fate: Fate): boolean {
    // Earlier stored changes must not be overwritten.
    if (!this.hasReturned) return false;
    const update = Y.encodeStateAsUpdate(this.doc, stored);
    return keepWords(...this.key, { update, own: this.own.list(), fate });
  }

  forget(): void {
    forgetKept(...this.key);
  }
}
