import type { Discussion, DiscussionChange } from '@tandem/shared/discussion/schema';
import type { DocumentLiveEvent } from '@tandem/shared/live/events';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftAt } from './draft.ts';
import { type DiscussionPort, discussionPort } from './port.ts';

/**
 * The discussion that is looked at, and where that was asked for: in the text, by somebody who is `writing` there and
 * keeps the keyboard, or in the panel. `n` tells one asking from the next.
 */
export interface LookedAt {
  id: string;
  from: 'text' | 'writing' | 'panel';
  n: number;
}

export interface DiscussionState {
  /** `failed`: they cannot be followed now; what is held may be old. */
  phase: 'loading' | 'ready' | 'failed';
  discussions: ReadonlyMap<string, Discussion>;
  focused: LookedAt | null;
  /** The words for which a new discussion is being written. */
  draft: DraftAt | null;
}

/** The discussions beside one document, as they are: events and answers go through the same door. */
export class DiscussionStore {
  readonly documentId: string;
  readonly state: StoreApi<DiscussionState>;
  private readonly port: DiscussionPort;
  private users = 0;
  private revision: number | undefined;
  private stop: (() => void) | null = null;
  private askings = 0;
  private arrived = 0;

  constructor(documentId: string, port: DiscussionPort = discussionPort) {
    this.documentId = documentId;
    this.port = port;
    this.state = createStore<DiscussionState>(() => ({
      phase: 'loading',
      discussions: new Map(),
      focused: null,
      draft: null,
    }));
  }

  /** Follows the document as long as anyone shows its discussions. @returns ends that */
  open(): () => void {
    this.users += 1;
    if (this.users === 1) this.watch();
    return () => {
      this.users -= 1;
      if (this.users > 0) return;
      this.stop?.();
      this.stop = null;
    };
  }

  /** Begins again after a failure. */
  retry(): void {
    this.stop?.();
    this.state.setState({ phase: 'loading' });
    this.watch();
  }

  /** What an own change answered. */
  apply({ discussions, removed }: Pick<DiscussionChange, 'discussions' | 'removed'>, reset = false): void {
    const held = this.state.getState().discussions;
    const next = new Map(reset ? [] : held);
    for (const id of removed) next.delete(id);
    for (const each of discussions)
      if (each.revision >= (held.get(each.id)?.revision ?? 0)) next.set(each.id, each);
      // An own change is newer than what came to all.
      else next.set(each.id, held.get(each.id) ?? each);
    this.state.setState({ discussions: next });
  }

  focus(id: string | null, from: LookedAt['from'] = 'panel'): void {
    this.askings += 1;
    this.state.setState({ focused: id === null ? null : { id, from, n: this.askings } });
  }

  /**
   * Whether whoever shows what was asked for takes the keyboard there: once for each asking `n`, however often it comes
   * and goes afterwards, since somebody may write elsewhere by then.
   */
  arrives(n: number): boolean {
    if (n <= this.arrived) return false;
    this.arrived = n;
    return true;
  }

  setDraft(draft: DraftAt | null): void {
    this.state.setState({ draft });
  }

  private watch(): void {
    const { documentId, revision } = this;
    this.stop = this.port.watch(
      { documentId, ...(revision !== undefined && { revision }) },
      { onEvent: (event) => this.take(event), onError: () => this.state.setState({ phase: 'failed' }) },
    );
  }

  private take(event: DocumentLiveEvent): void {
    // The document itself tells that it is gone.
    if (event.type === 'gone') return;
    if (event.type !== 'discussions') {
      tell(this.documentId, event);
      return;
    }
    this.revision = event.revision;
    this.apply(event, event.reset);
    this.state.setState({ phase: 'ready' });
  }
}

/** What the stream of a document's discussions tells of other things. */
export type OtherDocumentEvent = Extract<DocumentLiveEvent, { type: 'appearance' | 'versions' }>;

let tell: (documentId: string, event: OtherDocumentEvent) => void = () => {};

/** Who takes care of those other things; the features concerned do not know of each other. */
export function setDocumentListener(listener: typeof tell): void {
  tell = listener;
}

const stores = new Map<string, DiscussionStore>();

/** The one store of a document's discussions in this page. */
export function discussionsOf(documentId: string): DiscussionStore {
  const store = stores.get(documentId) ?? new DiscussionStore(documentId);
  stores.set(documentId, store);
  return store;
}

/** Follows a document's discussions while the component is there. */
export function useDiscussions<Part>(store: DiscussionStore, pick: (state: DiscussionState) => Part): Part {
  useEffect(() => store.open(), [store]);
  return useStore(store.state, pick);
}
