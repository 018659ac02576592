import type { Channel } from '@tandem/shared/channel/schema';
import { createContext, useContext } from 'react';
import type { Places } from '../../features/discussion/places.ts';
import type { Candidate } from '../message/composer/mentions.ts';
import type { MentionSource } from '../message/composer/use-mentions.tsx';
import type { DiscussionStore } from './store.ts';

interface Discussing {
  store: DiscussionStore;
  userId: number;
  places: Places;
  mentions: MentionSource;
  /** Everyone known so far, to find names in a text. */
  candidates(): readonly Candidate[];
  /** Closes the panel. */
  onClose(): void;
}

/** Shared by all parts of the panel. */
export const DiscussingContext = createContext<Discussing | null>(null);

export function useDiscussing(): Discussing {
  const found = useContext(DiscussingContext);
  if (!found) throw new Error('discussions are shown outside of their panel');
  return found;
}

/** Whether the reader may start discussions beside a document. */
export function mayComment(channel: Channel | undefined): boolean {
  return channel?.abilities.comment === true && channel.archivedAt === null;
}
