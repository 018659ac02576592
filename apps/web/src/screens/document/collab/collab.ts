import { type HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import {
  collabReasons,
  type DocumentMessage,
  type EditorMessage,
  FRAGMENT,
} from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { Keeper } from './keeper.ts';
import { type Claim, mayWriteAgain, OwnChanges, updateIn } from './own-changes.ts';
import { readStill } from './polling.ts';
import { type CollabState, mayFitAnew } from './state.ts';
import { Talk } from './talk.ts';
import { Timers } from './timers.ts';
import type { Fate } from './unsaved.ts';

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

/** How often the server may have less than it was sent before that is written again. */
const MAX_LACKING = 2;

/** A document as this browser has it open: its content, its connection, and what became of its words. */
export class Collab {
  readonly documentId: string;
  readonly doc = new Y.Doc();
  readonly fragment = this.doc.getXmlFragment(FRAGMENT);
  readonly provider: HocuspocusProvider;
  readonly state: StoreApi<CollabState>;
  /** Called before what others wrote is put in. */
  beforeOthers = () => {};
  private readonly socket: HocuspocusProviderWebsocket;
  private readonly timers = new Timers();
  /** Counts changes made here, so that a late answer is not taken for all of them. */
  private written = 0;
  private mark: { n: number; written: number; vector: Uint8Array; claim: Claim | null } = {
    ...{ n: 0, written: 0, claim: null },
    vector: new Uint8Array(),
  };
  private readonly own = new OwnChanges(this.doc);
  private readonly keeper: Keeper;
  /** How often in a row the server had less than it was sent. */
  private lacking = 0;
  /** What the server has for certain. */
  private savedVector: Uint8Array | null = null;
  private takesWords = false;
  private hasSynced = false;
  private endStill: (() => void) | null = null;
  private hasEnded = false;
  private resumes = false;

  constructor(documentId: string, userId: number) {
    this.documentId = documentId;
    this.keeper = new Keeper(this.doc, this.own, userId, documentId);
    this.state = createStore<CollabState>(() => ({
      phase: 'loading',
      connected: false,
      noSocket: false,
      busy: false,
      canEdit: false,
      unsaved: false,
      again: false,
      composing: false,
      frozen: null,
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
      onAuthenticated: ({ scope }) => {
        // Where it is still so, it is said again.
        this.state.setState({ frozen: null });
        this.onRights(scope === 'read-write');
      },
      onAuthenticationFailed: ({ reason }) => this.onDenied(reason),
      onStateless: ({ payload }) => this.onMessage(JSON.parse(payload) as DocumentMessage),
      onMessage: (heard) => {
        this.onHeard();
        const update = updateIn(heard);
        if (!update) return;
        if (this.own.isBorrowed(update)) this.writeAgain();
        this.beforeOthers();
      },
      onDisconnect: () => this.state.setState({ connected: false }),
    });
    this.doc.on('update', this.onUpdate);
    window.addEventListener('online', this.onOnline);
    window.addEventListener('offline', this.onOffline);
    this.provider.attach();
    this.timers.set('socket', SOCKET_PATIENCE_MS, () => void this.lookForSocket());
  }

  /** Keeps away from the server while the session is being ended there, and comes back where it was not. */
  pause(paused: boolean): void {
    if (!paused) {
      if (this.resumes) void this.socket.connect();
      return;
    }
    // What was turned away before stays away.
    this.resumes = this.socket.shouldConnect;
    this.socket.disconnect();
  }

  /** Ends the connection for good. What is not stored stays kept in this browser. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.keep();
    this.timers.end();
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
    this.keeper.forget();
  }

  private readonly onUpdate = (
    _update: Uint8Array,
    origin: unknown,
    _doc: Y.Doc,
    transaction: Y.Transaction,
  ) => {
    if (origin === this.provider) return;
    this.own.note(transaction);
    this.written += 1;
    if (!this.state.getState().unsaved) this.state.setState({ unsaved: true });
    if (!this.timers.has('mark')) this.timers.set('mark', MARK_MS, () => this.askWhetherSaved());
    if (!this.timers.has('keep')) this.timers.set('keep', KEEP_MS, () => this.keep());
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
    this.timers.set('answer', PROBE_MS, onSilence);
  }

  private onHeard(): void {
    this.timers.clear('answer');
    if (!this.provider.isSynced || this.state.getState().connected) return;
    this.state.setState({ connected: true });
    this.askWhetherSaved();
  }

  private onSynced(): void {
    this.hasSynced = true;
    this.endStill?.();
    this.state.setState({ phase: 'open', connected: true, noSocket: false, busy: false });
    if (this.savedVector) this.timers.set('mark', MARK_MS, () => this.askWhetherSaved());
    else this.savedVector = Y.encodeStateVector(this.doc);
    if (this.takesWords) this.keeper.giveBack(true);
  }

  private onStill(update: Uint8Array | null): void {
    // As if it had come by the socket: the server need not be sent it.
    if (update) Y.applyUpdate(this.doc, update, this.provider);
    if (!this.savedVector) {
      this.savedVector = Y.encodeStateVector(this.doc);
      // Whether they will be taken shows only with a connection; until then their writer sees them.
      this.keeper.giveBack(false);
    }
    this.state.setState({ phase: 'open' });
  }

  private onRights(canEdit: boolean): void {
    const { unsaved, frozen } = this.state.getState();
    this.takesWords = canEdit && frozen === null;
    this.state.setState({ canEdit: this.takesWords, ...(!canEdit && unsaved && { refused: 'rights' }) });
    if (this.takesWords && this.hasSynced) this.keeper.giveBack(true);
  }

  private onDenied(reason: string): void {
    if (reason !== collabReasons.busy) {
      this.onGone();
      return;
    }
    // The server closes the socket, which opens again in a moment.
    this.state.setState({ busy: true });
    if (!this.hasSynced) this.readStill();
  }

  private onGone(): void {
    this.endStill?.();
    this.socket.disconnect();
    this.state.setState({ phase: 'gone', connected: false, canEdit: false });
  }

  private onMessage(message: DocumentMessage): void {
    if (message.type === 'rights') this.onRights(message.canEdit);
    else if (message.type === 'refused' && mayFitAnew(message.reason) && this.own.claim())
      this.writeAgain(message.reason === 'taken' ? 'taken' : 'unfit');
    else if (message.type === 'refused') {
      this.socket.disconnect();
      this.keep();
      this.state.setState({ refused: message.reason, canEdit: false, connected: false });
    } else if (message.type === 'frozen') {
      this.takesWords = false;
      this.state.setState({ frozen: { versionId: message.versionId }, canEdit: false });
    } else if (message.n === this.mark.n && this.takesWords) this.onSaved(message.clock);
  }

  /** @param clock how much the server has of what it was asked for; absent: it does not say */
  private onSaved(clock: number | undefined): void {
    const { vector, written, claim } = this.mark;
    const found = claim && clock !== undefined ? this.own.settle(claim, clock) : 'stored';
    if (found === 'borrowed') this.writeAgain();
    if (found === 'lacking') this.sendAll();
    if (found !== 'stored') return;
    this.lacking = 0;
    const isAll = clock === undefined || this.own.isStored(vector);
    if (isAll) this.savedVector = vector;
    if (written !== this.written) return;
    // Words of an earlier visit are asked for by themselves.
    if (!isAll) {
      this.askWhetherSaved();
      return;
    }
    this.state.setState({ unsaved: false });
    this.keeper.forget();
  }

  /** Something that was sent is not there: both sides compare what they have. */
  private sendAll(): void {
    this.lacking += 1;
    if (this.lacking > MAX_LACKING) this.writeAgain();
    else this.socket.webSocket?.close();
  }

  /**
   * Has the document opened anew with what is not stored. It keeps its ids unless somebody else writes under them:
   * after a kill, other pages may have it too and bring it under these.
   */
  private writeAgain(fate: Fate = 'unfit'): void {
    const { again, refused } = this.state.getState();
    if (again || refused !== null || !this.savedVector) return;
    const isKept = this.keeper.keep(this.savedVector, fate);
    this.socket.disconnect();
    this.state.setState({
      ...{ canEdit: false, connected: false },
      ...(isKept && mayWriteAgain(this.documentId) ? { again: true } : { refused: 'foreign' }),
    });
  }

  private askWhetherSaved(): void {
    const { unsaved } = this.state.getState();
    // Until it is back in touch the server does not have what the mark is about.
    if (!unsaved || !this.provider.isSynced) return;
    this.sendMark();
    this.timers.set('answer', ANSWER_MS, () => this.state.setState({ connected: false }));
  }

  private sendMark(): void {
    const claim = this.own.claim();
    const n = this.mark.n + 1;
    this.mark = { n, claim, written: this.written, vector: Y.encodeStateVector(this.doc) };
    this.provider.sendStateless(
      JSON.stringify({ type: 'mark', n, ...(claim && { client: claim.client }) } satisfies EditorMessage),
    );
  }

  private keep(): void {
    const { unsaved, again } = this.state.getState();
    if (!this.savedVector || !unsaved || again) return;
    this.keeper.keep(this.savedVector, 'waiting');
  }

  private async lookForSocket(): Promise<void> {
    const isWaiting = () => !this.hasEnded && !this.hasSynced && this.state.getState().phase !== 'gone';
    if (!isWaiting()) return;
    const answers = await fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isWaiting()) return;
    const noSocket = answers && this.socket.status !== 'connected' && !this.state.getState().busy;
    this.state.setState({ noSocket });
    if (noSocket) this.readStill();
    this.timers.set('socket', SOCKET_PATIENCE_MS, () => void this.lookForSocket());
  }

  /** Has the document read by plain requests until it opens. */
  private readStill(): void {
    this.endStill ??= readStill(this.documentId, {
      onChanges: (update) => this.onStill(update),
      onGone: () => this.onGone(),
    });
  }
}
