import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Collab, type CollabState } from './collab.ts';

/** How long a document that was left stays open, for coming back to it, in milliseconds. */
const LINGER_MS = 4_000;

interface Entry {
  collab: Collab;
  users: number;
  timer?: ReturnType<typeof setTimeout>;
}

const open = new Map<string, Entry>();

/** A document that was left stays connected until its last words are stored. */
function linger(key: string, entry: Entry): void {
  clearTimeout(entry.timer);
  entry.timer = setTimeout(() => {
    if (entry.users > 0) return;
    const { unsaved, refused } = entry.collab.state.getState();
    if (unsaved && refused === null) return linger(key, entry);
    open.delete(key);
    entry.collab.end();
  }, LINGER_MS);
}

/** Whether words of any open document are not stored yet. */
function isAnythingUnsaved(): boolean {
  return [...open.values()].some(({ collab }) => collab.state.getState().unsaved);
}

window.addEventListener('beforeunload', (event) => {
  if (isAnythingUnsaved()) event.preventDefault();
});

/**
 * Opens a document, once for all who show it.
 * @param round another number opens it anew, from what the server has
 * @returns null for the moment before it is opened
 */
export function useCollab(documentId: string, userId: number, round: number): Collab | null {
  const [collab, setCollab] = useState<Collab | null>(null);
  useEffect(() => {
    const key = `${userId} ${documentId} ${round}`;
    const entry = open.get(key) ?? { collab: new Collab(documentId, userId), users: 0 };
    open.set(key, entry);
    entry.users += 1;
    setCollab(entry.collab);
    return () => {
      entry.users -= 1;
      linger(key, entry);
    };
  }, [documentId, userId, round]);
  return collab?.documentId === documentId ? collab : null;
}

/** Reads from a document's connection; renders again only when what is selected changes. */
export function useCollabState<T>(collab: Collab, select: (state: CollabState) => T): T {
  return useStore(collab.state, select);
}
