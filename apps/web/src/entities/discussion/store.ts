import type { Discussion, DiscussionChange } from '@tandem/shared/discussion/schema';
import type { DocumentLiveEvent } from '@tandem/shared/live/events';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DraftAt } from './draft.ts';
import { type DiscussionPort, discussionPort } from './port.ts';

/**
 * The selected discussion, and where it was selected: in the text, by somebody `writing` there who keeps the
 * keyboard, or in the panel. `n` distinguishes repeated selections.
 */
export interface LookedAt {
  id: string;
  from: 'text' | 'writing' | 'panel';
  n: number;
}

export interface DiscussionState {
  /** `failed`: the subscription broke, and the discussions may be out of date. */
  phase: 'loading' | 'ready' | 'failed';
  discussions: ReadonlyMap<string, Discussion>;
  focused: LookedAt | null;
  /** The words for which a new discussion is being written. */
  draft: DraftAt | null;
}

/** The discussions of one document. Events and responses are applied by the same method. */
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

  /**
   * Follows the document as long as anyone shows its discussions.
   * @returns a function that ends it
   */
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

  /** Starts again after a failure. */
  retry(): void {
    this.stop?.();
    this.state.setState({ phase: 'loading' });
    this.watch();
  }

  /** Applies the response to an own change. */
  apply({ discussions, removed }: Pick<DiscussionChange, 'discussions' | 'removed'>, reset = false): void {
    const held = this.state.getState().discussions;
    const next = new Map(reset ? [] : held);
    for (const id of removed) next.delete(id);
    for (const each of discussions)
      if (each.revision >= (held.get(each.id)?.revision ?? 0)) next.set(each.id, each);
      // The reader's own change is newer than the published one.
      else next.set(each.id, held.get(each.id) ?? each);
    this.state.setState({ discussions: next });
  }

  focus(id: string | null, from: LookedAt['from'] = 'panel'): void {
    this.askings += 1;
    this.state.setState({ focused: id === null ? null : { id, from, n: this.askings } });
  }

  /**
   * Whether the component that shows the requested discussion may take the focus: once for each request `n`, even if it
   * is mounted again later, since the reader may be writing elsewhere by then.
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

/** Other events in the stream of a document's discussions. */
export type OtherDocumentEvent = Extract<DocumentLiveEvent, { type: 'appearance' | 'versions' }>;

let tell: (documentId: string, event: OtherDocumentEvent) => void = () => {};

/** Handlers of those events; the features concerned do not know each other. */
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

/** How many discussions are open. */
export function countOpen({ discussions }: DiscussionState): number {
  let count = 0;
  for (const { resolvedAt } of discussions.values()) if (resolvedAt === null) count += 1;
  return count;
}

/** Follows a document's discussions while the component is there. */
export function useDiscussions<Part>(store: DiscussionStore, pick: (state: DiscussionState) => Part): Part {
  useEffect(() => store.open(), [store]);
  return useStore(store.state, pick);
}
