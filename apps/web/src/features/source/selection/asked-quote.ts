import type { Quote } from '@tandem/shared/document/citation';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** By channel: the quote that its next message is about. */
const asked = createStore<Readonly<Record<string, Quote>>>(() => ({}));

/** Sets the quote of the next message in a channel; null for none. */
export function askAbout(channelId: string, quote: Quote | null): void {
  asked.setState(
    ({ [channelId]: _, ...others }) => (quote ? { ...others, [channelId]: quote } : others),
    true,
  );
}

/** The quote of the next message in a channel. */
export function useAskedQuote(channelId: string): Quote | null {
  return useStore(asked, (quotes) => quotes[channelId] ?? null);
}
