import { type HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { collabReasons, type DocumentMessage, FRAGMENT } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { Keeper } from './keeper.ts';
import { type Mark, Marks } from './marks.ts';
import { mayWriteAgain, OwnChanges, updateIn } from './own-changes.ts';
import { readStill, serverAnswers } from './polling.ts';
import { type CollabState, loading, mayFitAnew } from './state.ts';
import { Talk } from './talk.ts';
import { Timers } from './timers.ts';
import type { Fate } from './unsaved.ts';

/** After the last change of a burst the server is asked whether all is stored, in milliseconds. */
const MARK_MS = 100;
/** How often unsaved changes are stored in the browser, in milliseconds. */
const KEEP_MS = 1_000;
/** A server that has not answered for so long counts as unreachable, in milliseconds. */
const ANSWER_MS = 5_000;
/** The same when the browser says that its network went or came; a server on this machine answers without one. */
const PROBE_MS = 1_500;
/** How long a socket may take to open before a notice, and how often that is checked, in milliseconds. */
const SOCKET_PATIENCE_MS = 3_000;

/** How often in a row the server may have less than it was sent before the changes are written again. */
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
  private readonly marks = new Marks(this.doc);
  private readonly own = new OwnChanges(this.doc);
  private readonly keeper: Keeper;
  /** How often in a row the server had less than it was sent. */
  private lacking = 0;
  /** State vector that the server has confirmed. */
  private savedVector: Uint8Array | null = null;
  private takesWords = false;
  private hasSynced = false;
  private endStill: (() => void) | null = null;
  private hasEnded = false;
  private resumes = false;

  constructor(documentId: string, userId: number) {
    this.documentId = documentId;
    this.keeper = new Keeper(this.doc, this.own, userId, documentId);
    this.state = createStore<CollabState>(() => loading);
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
        // If it is still frozen, the server says so again.
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

  /** Disconnects while the session is being ended on the server, and reconnects if it was not. */
  pause(paused: boolean): void {
    if (!paused) {
      if (this.resumes) void this.socket.connect();
      return;
    }
    // A connection that was refused before stays closed.
    this.resumes = this.socket.shouldConnect;
    this.socket.disconnect();
  }

  /** Closes the connection for good. Unsaved changes stay stored in this browser. */
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
    this.marks.wrote();
    if (!this.state.getState().unsaved) this.state.setState({ unsaved: true });
    if (!this.timers.has('mark')) this.timers.set('mark', MARK_MS, () => this.askWhetherSaved());
    if (!this.timers.has('keep')) this.timers.set('keep', KEEP_MS, () => this.keep());
  };

  private readonly onOnline = () => {
    if (this.socket.status !== 'connected') void this.socket.connect();
    // An open socket may be dead.
    else this.probe(() => this.socket.webSocket?.close());
  };
  private readonly onOffline = () => this.probe(() => this.state.setState({ connected: false }));

  /**
   * Requests an answer.
   * @param onSilence called when none arrives
   */
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
    } else if (this.takesWords) {
      const mark = this.marks.answered(message.n);
      if (mark) this.onSaved(mark, message.clock);
    }
  }

  /** @param clock how much the server has of the writer asked about; absent: unknown */
  private onSaved(mark: Mark, clock: number | undefined): void {
    const { vector, claim } = mark;
    const found = claim && clock !== undefined ? this.own.settle(claim, clock) : 'stored';
    if (found === 'borrowed') this.writeAgain();
    if (found === 'lacking') this.sendAll();
    if (found !== 'stored') return;
    this.lacking = 0;
    const isAll = clock === undefined || this.own.isStored(vector);
    if (isAll) this.savedVector = vector;
    if (!this.marks.coversAll(mark)) return;
    // Words of an earlier visit are asked for by themselves.
    if (!isAll) {
      this.askWhetherSaved();
      return;
    }
    this.state.setState({ unsaved: false });
    this.keeper.forget();
  }

  /** Sent changes are missing on the server: both sides compare their states. */
  private sendAll(): void {
    this.lacking += 1;
    if (this.lacking > MAX_LACKING) this.writeAgain();
    else this.socket.webSocket?.close();
  }

  /**
   * Reopens the document with the unsaved changes. They keep their ids unless somebody else writes under
   * them: after a kill, other pages may have them too and send them under these ids.
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
    this.provider.sendStateless(JSON.stringify(this.marks.next(this.own.claim())));
  }

  private keep(): void {
    const { unsaved, again } = this.state.getState();
    if (!this.savedVector || !unsaved || again) return;
    this.keeper.keep(this.savedVector, 'waiting');
  }

  private async lookForSocket(): Promise<void> {
    const isWaiting = () => !this.hasEnded && !this.hasSynced && this.state.getState().phase !== 'gone';
    if (!isWaiting()) return;
    const answers = await serverAnswers();
    if (!isWaiting()) return;
    const noSocket = answers && this.socket.status !== 'connected' && !this.state.getState().busy;
    this.state.setState({ noSocket });
    if (noSocket) this.readStill();
    this.timers.set('socket', SOCKET_PATIENCE_MS, () => void this.lookForSocket());
  }

  /** Reads the document by plain requests until the socket opens. */
  private readStill(): void {
    this.endStill ??= readStill(this.documentId, {
      onChanges: (update) => this.onStill(update),
      onGone: () => this.onGone(),
    });
  }
}
