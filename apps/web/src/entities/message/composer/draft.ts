import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { onSignOut, personalKey } from '../../../lib/personal.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';

/** A pause in typing after which a draft is kept, in milliseconds. */
const SAVE_AFTER_MS = 300;

export interface Draft {
  text: string;
}

interface Kept {
  store: StoreApi<Draft>;
  /** Writes what has not been written yet. */
  flush(): void;
}

const drafts = new Map<string, Kept>();

onSignOut((userId) => {
  for (const [storageKey, { store, flush }] of drafts) {
    if (!storageKey.startsWith(personalKey('draft', '', userId))) continue;
    store.setState({ text: '' });
    flush();
    drafts.delete(storageKey);
  }
});

/** The unsent text of one composer, for the signed-in person. It survives a reload; signing out clears it. */
export function draftOf(key: string): Kept {
  const storageKey = personalKey('draft', key);
  const known = drafts.get(storageKey);
  if (known) return known;
  const store = createStore<Draft>(() => ({ text: '' }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let typed = false;

  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const { text } = store.getState();
    void (text === '' ? removeStored(storageKey) : writeStored(storageKey, text));
  };
  const kept = { store, flush };
  drafts.set(storageKey, kept);

  void readStored(storageKey).then((text) => {
    // Text typed meanwhile is newer.
    if (!typed && typeof text === 'string') store.setState({ text });
    store.subscribe(() => {
      timer ??= setTimeout(flush, SAVE_AFTER_MS);
    });
    if (typed) timer ??= setTimeout(flush, SAVE_AFTER_MS);
  });
  const unsubscribe = store.subscribe(() => {
    typed = true;
    unsubscribe();
  });
  return kept;
}

/** The draft of a composer, and how to change it. */
export function useDraft(key: string): [text: string, setText: (text: string) => void] {
  const { store, flush } = draftOf(key);
  const text = useStore(store, (draft) => draft.text);
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
  return [text, (next) => store.setState({ text: next })];
}
