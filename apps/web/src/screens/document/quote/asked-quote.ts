import type { Quote } from '@tandem/shared/document/citation';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

interface Asked {
  /** The quote of the next message beside the document; null: all of it. */
  quote: Quote | null;
}

const stores = new Map<string, StoreApi<Asked>>();

function storeOf(documentId: string): StoreApi<Asked> {
  const store = stores.get(documentId) ?? createStore<Asked>(() => ({ quote: null }));
  stores.set(documentId, store);
  return store;
}

/** Sets the quote of the next message beside the document; null: all of it. */
export function askAbout(documentId: string, quote: Quote | null): void {
  storeOf(documentId).setState({ quote });
}

/** The quote of the next message beside a document. */
export function useAskedQuote(documentId: string): Quote | null {
  return useStore(storeOf(documentId), ({ quote }) => quote);
}
