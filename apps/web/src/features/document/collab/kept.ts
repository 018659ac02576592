/** Longest text of words that is kept, in characters; browsers store some five million in all. */
const MAX_KEPT = 2_000_000;

const keyOf = (userId: number, documentId: string) => `document:${userId}:${documentId}`;

/** Keeps a person's words of a document, as a change of it, until the server has stored them. */
export function keepWords(userId: number, documentId: string, update: Uint8Array): void {
  let text = '';
  for (let at = 0; at < update.length; at += 8_192)
    text += String.fromCharCode(...update.subarray(at, at + 8_192));
  if (text.length > MAX_KEPT) return;
  try {
    localStorage.setItem(keyOf(userId, documentId), btoa(text));
  } catch (error) {
    console.error('What is written cannot be kept in this browser', error);
  }
}

/** The words that were kept; null when there are none that can be read. */
export function readKept(userId: number, documentId: string): Uint8Array | null {
  try {
    const kept = localStorage.getItem(keyOf(userId, documentId));
    return kept === null ? null : Uint8Array.from(atob(kept), (letter) => letter.charCodeAt(0));
  } catch (error) {
    console.error('What was kept of a document cannot be read', error);
    return null;
  }
}

export function forgetKept(userId: number, documentId: string): void {
  try {
    localStorage.removeItem(keyOf(userId, documentId));
  } catch {
    // A browser that stores nothing has nothing to forget.
  }
}
