import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { holdWork } from '../../../lib/held-work.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Collab } from './collab.ts';
import type { CollabState } from './state.ts';

/** How long a document that was left stays open, in case the person returns, in milliseconds. */
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
    const { unsaved, refused, again } = entry.collab.state.getState();
    if (unsaved && refused === null && !again) return linger(key, entry);
    open.delete(key);
    entry.collab.end();
  }, LINGER_MS);
}

/** Whether words of any open document are not stored yet. */
function isAnythingUnsaved(): boolean {
  return [...open.values()].some(({ collab }) => collab.state.getState().unsaved);
}

holdWork(isAnythingUnsaved);

/** A session's documents end with it: one that came back by the next person's cookie would write in their name. */
useSession.subscribe(({ user, leaving }, before) => {
  if (user.id !== before.user.id) {
    for (const [key, { timer, collab }] of open) {
      clearTimeout(timer);
      open.delete(key);
      collab.end();
    }
  } else if (leaving !== before.leaving) for (const { collab } of open.values()) collab.pause(leaving);
});

/**
 * Opens a document, once for all components that show it.
 * @param round another number reopens it from the server's state
 * @returns null for the moment before it is opened
 */
export function useCollab(documentId: string, userId: number, round: number): Collab | null {
  const key = `${userId} ${documentId} ${round}`;
  const [opened, setOpened] = useState<{ key: string; collab: Collab } | null>(null);
  useEffect(() => {
    const entry = open.get(key) ?? { collab: new Collab(documentId, userId), users: 0 };
    open.set(key, entry);
    entry.users += 1;
    setOpened({ key, collab: entry.collab });
    return () => {
      entry.users -= 1;
      linger(key, entry);
    };
  }, [documentId, userId, key]);
  return opened?.key === key ? opened.collab : null;
}

/** Reads from a document's connection; renders again only when the selected value changes. */
export function useCollabState<T>(collab: Collab, select: (state: CollabState) => T): T {
  return useStore(collab.state, select);
}
