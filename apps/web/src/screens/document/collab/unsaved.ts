import * as z from 'zod';
import type { OwnRange } from './own-changes.ts';

/** Longest text of words that is kept, in characters; browsers store some five million in all. */
const MAX_KEPT = 2_000_000;

/** Words that the server is not known to have stored. */
export interface UnsavedChanges {
  /** As a change of the document, with the ids under which they were written. */
  update: Uint8Array;
  /** The part written in this browser. */
  own: OwnRange[];
  /**
   * The fate of the changes: being sent; not fitting the server's state; or refused, because somebody else
   * writes under their ids.
   */
  fate: Fate;
}
export type Fate = (typeof fates)[number];
const fates = ['waiting', 'unfit', 'taken'] as const;

const keptSchema = z.object({
  update: z.string(),
  own: z.array(z.object({ client: z.int(), from: z.int(), end: z.int() })),
  fate: z.enum(fates),
});

const keyOf = (userId: number, documentId: string) => `document:${userId}:${documentId}`;

/**
 * Stores a person's changes to a document until the server has them.
 * @returns whether they are stored
 */
export function keepWords(
  userId: number,
  documentId: string,
  { update, own, fate }: UnsavedChanges,
): boolean {
  let text = '';
  for (let at = 0; at < update.length; at += 8_192)
    text += String.fromCharCode(...update.subarray(at, at + 8_192));
  if (text.length > MAX_KEPT) return false;
  try {
    localStorage.setItem(keyOf(userId, documentId), JSON.stringify({ update: btoa(text), own, fate }));
    return true;
  } catch (error) {
    console.error('What is written cannot be kept in this browser', error);
    return false;
  }
}

/** The words that were kept; null when there are none that can be read. */
export function readKept(userId: number, documentId: string): UnsavedChanges | null {
  try {
    const kept = localStorage.getItem(keyOf(userId, documentId));
    if (kept === null) return null;
    // Until lately the change stood there alone.
    if (!kept.startsWith('{')) return { update: bytes(kept), own: [], fate: 'waiting' };
    const { update, own, fate } = keptSchema.parse(JSON.parse(kept));
    return { update: bytes(update), own, fate };
  } catch (error) {
    console.error('What was kept of a document cannot be read', error);
    return null;
  }
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export function forgetKept(userId: number, documentId: string): void {
  try {
    localStorage.removeItem(keyOf(userId, documentId));
  } catch {
    // A browser that stores nothing has nothing to forget.
  }
}
