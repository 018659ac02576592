import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { collabReasons, type DocumentMessage, FRAGMENT } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { forgetKept, keepWords, readKept } from './kept.ts';
import { readStill } from './still.ts';

/** After the last change of a burst the server is asked whether all is stored, in milliseconds. */
const MARK_MS = 100;
/** How often the words that the server has not stored are kept here, in milliseconds. */
const KEEP_MS = 1_000;
/** A server that has not answered for so long is out of reach, in milliseconds. */
const ANSWER_MS = 5_000;
/** The same when the browser says that its network went or came; a server on this machine answers without one. */
const PROBE_MS = 1_500;
/** When a socket that never opened is worth a word, and how often that is looked at again, in milliseconds. */
const SOCKET_PATIENCE_MS = 3_000;
/** When a document that was busy is asked for again, in milliseconds. */
const BUSY_MS = 2_000;

type Refusal = Extract<DocumentMessage, { type: 'refused' }>['reason'];

/** Origins of changes that this browser made itself. */
const KEPT = 'kept';

export interface CollabState {
  /** `loading` until the document is here for the first time; `gone` when it is not there for this reader. */
  phase: 'loading' | 'open' | 'gone';
  /** Whether the server is reached now. */
  connected: boolean;
  /** The server answers, but no socket opens: something between forbids it. The document can be read meanwhile. */
  noSocket: boolean;
  canEdit: boolean;
  /** Whether there is something written here that the server has not said to have stored. */
  unsaved: boolean;
  /** Why the server will not take what was written here. */
  refused: Refusal | 'rights' | null;
}

/**
 * Sends only what can go now. What is written while there is no socket comes with the first exchange after; waiting
 * key by key as well, it would be more than a server takes from who is not let in yet.
 */
class Talk extends HocuspocusProvider {
  override send(...message: Parameters<HocuspocusProvider['send']>): void {
    if (this.configuration.websocketProvider.webSocket?.readyState === WebSocket.OPEN) super.send(...message);
  }
}

/** A document as this browser has it open: its content, its connection, and what became of its words. */
export class Collab {
  readonly documentId: string;
  readonly doc = new Y.Doc();
  readonly fragment = this.doc.getXmlFragment(FRAGMENT);
  readonly provider: HocuspocusProvider;
  readonly state: StoreApi<CollabState>;
  private readonly userId: number;
  private readonly socket: HocuspocusProviderWebsocket;
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Counts changes made here, so that a late answer is not taken for all of them. */
  private written = 0;
  private mark: { n: number; written: number; vector: Uint8Array } = {
    ...{ n: 0, written: 0 },
    vector: new Uint8Array(),
  };
  /** What the server has for certain. */
  private savedVector: Uint8Array | null = null;
  private takesWords = false;
  private hasSynced = false;
  private endStill: (() => void) | null = null;
  private hasEnded = false;

  constructor(documentId: string, userId: number) {
    this.documentId = documentId;
    this.userId = userId;
    this.state = createStore<CollabState>(() => ({
      phase: 'loading',
      connected: false,
      noSocket: false,
      canEdit: false,
      unsaved: false,
      refused: null,
    }));
    this.socket = new HocuspocusProviderWebsocket({
      url: `${location.origin.replace(/^http/u, 'ws')}/api/collab`,
      delay: 500,
      minDelay: 500,
      maxDelay: 10_000,
    });
    this.provider = new Talk({
      websocketProvider: this.socket,
      name: documentId,
      // The cookie says who this is; without a token the provider would not ask to be let in.
      token: 'session',
      document: this.doc,
      onSynced: ({ state }) => state && this.onSynced(),
      onAuthenticated: ({ scope }) => this.onRights(scope === 'read-write'),
      onAuthenticationFailed: ({ reason }) => this.onDenied(reason),
      onStateless: ({ payload }) => this.onMessage(JSON.parse(payload) as DocumentMessage),
      onMessage: () => this.onHeard(),
      onDisconnect: () => this.state.setState({ connected: false }),
    });
    this.doc.on('update', this.onUpdate);
    window.addEventListener('online', this.onOnline);
    window.addEventListener('offline', this.onOffline);
    this.provider.attach();
    this.later('socket', SOCKET_PATIENCE_MS, () => void this.lookForSocket());
  }

  /** Ends the connection for good. What is not stored stays kept in this browser. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.keep();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.endStill?.();
    window.removeEventListener('online', this.onOnline);
    window.removeEventListener('offline', this.onOffline);
    this.provider.destroy();
    this.socket.destroy();
    this.doc.destroy();
  }

  /** Forgets what the server did not take. */
  discard(): void {
    this.state.setState({ unsaved: false });
    forgetKept(this.userId, this.documentId);
  }

  private readonly onUpdate = (_update: Uint8Array, origin: unknown) => {
    if (origin === this.provider) return;
    this.written += 1;
    if (!this.state.getState().unsaved) this.state.setState({ unsaved: true });
    if (!this.timers.has('mark')) this.later('mark', MARK_MS, () => this.askWhetherSaved());
    if (!this.timers.has('keep')) this.later('keep', KEEP_MS, () => this.keep());
  };

  private readonly onOnline = () => {
    if (this.socket.status !== 'connected') void this.socket.connect();
    // What seems open may lead nowhere any more.
    else this.probe(() => this.socket.webSocket?.close());
  };
  private readonly onOffline = () => this.probe(() => this.state.setState({ connected: false }));

  /** Asks for an answer. @param onSilence told when none comes */
  private probe(onSilence: () => void): void {
    this.sendMark();
    this.later('answer', PROBE_MS, onSilence);
  }

  private onHeard(): void {
    clearTimeout(this.timers.get('answer'));
    if (!this.provider.isSynced || this.state.getState().connected) return;
    this.state.setState({ connected: true });
    this.askWhetherSaved();
  }

  private onSynced(): void {
    this.hasSynced = true;
    this.endStill?.();
    this.state.setState({ phase: 'open', connected: true, noSocket: false });
    if (this.savedVector) this.later('mark', MARK_MS, () => this.askWhetherSaved());
    else this.begin(this.takesWords);
  }

  /** The document is here for the first time. @param withKept whether words that were kept go into it */
  private begin(withKept: boolean): void {
    this.savedVector = Y.encodeStateVector(this.doc);
    const kept = withKept ? readKept(this.userId, this.documentId) : null;
    if (kept) Y.applyUpdate(this.doc, kept, KEPT);
  }

  private onStill(update: Uint8Array | null): void {
    // As if it had come by the socket: the server need not be sent it.
    if (update) Y.applyUpdate(this.doc, update, this.provider);
    // Whether they will be taken shows only with a connection; until then their writer sees them.
    if (!this.savedVector) this.begin(true);
    this.state.setState({ phase: 'open' });
  }

  private onRights(canEdit: boolean): void {
    this.takesWords = canEdit;
    const { unsaved } = this.state.getState();
    this.state.setState({ canEdit, ...(!canEdit && unsaved && { refused: 'rights' }) });
  }

  private onDenied(reason: string): void {
    if (reason === collabReasons.busy) {
      this.later('busy', BUSY_MS, () => {
        this.socket.disconnect();
        void this.socket.connect();
      });
      return;
    }
    this.onGone();
  }

  private onGone(): void {
    this.endStill?.();
    this.socket.disconnect();
    this.state.setState({ phase: 'gone', connected: false, canEdit: false });
  }

  private onMessage(message: DocumentMessage): void {
    if (message.type === 'rights') this.onRights(message.canEdit);
    else if (message.type === 'refused') {
      this.socket.disconnect();
      this.keep();
      this.state.setState({ refused: message.reason, canEdit: false, connected: false });
    } else if (message.n === this.mark.n && this.takesWords) {
      this.savedVector = this.mark.vector;
      if (this.mark.written !== this.written) return;
      this.state.setState({ unsaved: false });
      forgetKept(this.userId, this.documentId);
    }
  }

  private askWhetherSaved(): void {
    const { unsaved } = this.state.getState();
    // Until it is back in touch the server does not have what the mark is about.
    if (!unsaved || !this.provider.isSynced) return;
    this.sendMark();
    this.later('answer', ANSWER_MS, () => this.state.setState({ connected: false }));
  }

  private sendMark(): void {
    this.mark = { n: this.mark.n + 1, written: this.written, vector: Y.encodeStateVector(this.doc) };
    this.provider.sendStateless(JSON.stringify({ type: 'mark', n: this.mark.n }));
  }

  private keep(): void {
    if (!this.savedVector || !this.state.getState().unsaved) return;
    keepWords(this.userId, this.documentId, Y.encodeStateAsUpdate(this.doc, this.savedVector));
  }

  private async lookForSocket(): Promise<void> {
    const isWaiting = () => !this.hasEnded && !this.hasSynced && this.state.getState().phase !== 'gone';
    if (!isWaiting()) return;
    const answers = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isWaiting()) return;
    const noSocket = answers && this.socket.status !== 'connected';
    this.state.setState({ noSocket });
    if (noSocket)
      this.endStill ??= readStill(this.documentId, {
        onChanges: (update) => this.onStill(update),
        onGone: () => this.onGone(),
      });
    this.later('socket', SOCKET_PATIENCE_MS, () => void this.lookForSocket());
  }

  private later(name: string, ms: number, run: () => void): void {
    clearTimeout(this.timers.get(name));
    this.timers.set(
      name,
      setTimeout(() => {
        this.timers.delete(name);
        run();
      }, ms),
    );
  }
}
