import type { Quote } from '@tandem/shared/document/citation';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

interface Asked {
  /** What the next message beside the document is about; null: all of it. */
  quote: Quote | null;
}

const stores = new Map<string, StoreApi<Asked>>();

function storeOf(documentId: string): StoreApi<Asked> {
  const store = stores.get(documentId) ?? createStore<Asked>(() => ({ quote: null }));
  stores.set(documentId, store);
  return store;
}

/** Has the next message beside a document be about these words of it; null: about all of it. */
export function askAbout(documentId: string, quote: Quote | null): void {
  storeOf(documentId).setState({ quote });
}

/** What the next message beside a document is about. */
export function useAskedQuote(documentId: string): Quote | null {
  return useStore(storeOf(documentId), ({ quote }) => quote);
}
