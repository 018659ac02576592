import { type ConnectionConfiguration, type Document, Hocuspocus } from '@hocuspocus/server';
import { Costs } from '../../edit/costs.ts';
import { Backlog } from './backlog.ts';
import { awarenessHooks, type CursorNews } from './cursors.ts';
import { type Editor, hangUp } from './editor.ts';
import { type CollabContext, sessionHooks, turnedAway, worktime } from './hooks.ts';
import type { Label } from './label.ts';
import type { Link } from './link.ts';
import { Memory, OutOfMemory } from './memory.ts';
import type { ThreadLimits, ToThread } from './messages.ts';
import { OpenDocument } from './open.ts';
import { showWhenStored } from './showing.ts';
import { RelayedSocket } from './socket.ts';

type Client = ReturnType<Hocuspocus<CollabContext>['handleConnection']>;

/** The library, where it would forget someone. */
class Library extends Hocuspocus<CollabContext> {
  onTurnedAway: (documentId: string, context: CollabContext, err: unknown) => object = () => ({});

  /** Called for each admitted connection, even where several wait for one load. */
  override async createDocument(
    documentName: string,
    request: Request,
    socketId: string,
    connection: ConnectionConfiguration,
    context?: CollabContext,
  ): Promise<Document> {
    try {
      return await super.createDocument(documentName, request, socketId, connection, context);
    } catch (err) {
      throw context ? this.onTurnedAway(documentName, context, err) : err;
    }
  }

  /** Compares the document itself: another may have been loaded under its name. */
  override async unloadDocument(document: Document): Promise<void> {
    if (this.documents.get(document.name) === document) await super.unloadDocument(document);
  }
}

/** All open documents of this process, in a thread that works on nothing else. */
export class Documents {
  readonly link: Link;
  readonly label: Label;
  readonly costs = new Costs();
  readonly library: Library;
  readonly limits: ThreadLimits;
  /** Start of the current change, in milliseconds of this thread's work. */
  changeBegan = 0;
  readonly memory: Memory;
  private readonly backlog: Backlog;
  private readonly news: CursorNews;
  private readonly opened = new Map<string, OpenDocument>();
  /** Closed documents that are still storing changes. */
  private readonly closing = new Set<OpenDocument>();
  private readonly editors = new Map<string, Set<Editor>>();
  private readonly sessions = new Map<number, Editor>();
  private readonly sockets = new Map<number, { socket: RelayedSocket; client: Client }>();

  constructor(link: Link, label: Label, limits: ThreadLimits) {
    this.link = link;
    this.label = label;
    this.limits = limits;
    this.backlog = new Backlog(limits);
    this.memory = new Memory(
      {
        residents: () => this.opened.values(),
        readersOf: (documentId) => new Set([...this.editorsOf(documentId)].map(({ userId }) => userId)),
        unload: (documentId) => {
          const open = this.opened.get(documentId);
          if (open) this.drop(open);
        },
      },
      limits,
    );
    const { hooks, news } = awarenessHooks(this);
    this.news = news;
    this.library = new Library({
      quiet: true,
      // `OpenDocument` stores the changes; this only keeps a document until then.
      debounce: 500,
      maxDebounce: 1_000,
      maxPendingDocuments: 4,
      // Data is sent at the end of the turn, when each of its changes has been counted.
      flushMaxBytes: Number.POSITIVE_INFINITY,
      ...sessionHooks(this),
      ...hooks,
      onLoadDocument: async ({ document, context }) => {
        await this.load(document, context.editor?.userId ?? 0);
      },
      onStoreDocument: async ({ documentName }) => {
        await this.opened.get(documentName)?.stored();
      },
      afterUnloadDocument: async ({ documentName }) => {
        const open = this.opened.get(documentName);
        this.opened.delete(documentName);
        // Not awaited: otherwise people leaving a reloaded document would go unnoticed until then.
        void open?.close();
        this.memory.serve();
      },
    });
    this.library.onTurnedAway = (documentId, context, err) => turnedAway(this, documentId, context, err);
  }

  /** Returns this process's open document; undefined while it is not open here. */
  open(documentId: string): OpenDocument | undefined {
    return this.opened.get(documentId);
  }

  /** The editors that are connected to a document here. */
  editorsOf(documentId: string): ReadonlySet<Editor> {
    return this.editors.get(documentId) ?? new Set();
  }

  /** Routes messages about a connection to it. */
  admit(editor: Editor): void {
    this.sessions.set(editor.session, editor);
  }

  join(editor: Editor): void {
    const editors = this.editors.get(editor.documentId) ?? new Set();
    this.editors.set(editor.documentId, editors.add(editor));
    this.link.tell({ type: 'began', session: editor.session });
  }

  leave(editor: Editor): void {
    const editors = this.editors.get(editor.documentId);
    editors?.delete(editor);
    if (editors?.size === 0) this.editors.delete(editor.documentId);
    this.sessions.delete(editor.session);
    this.link.tell({ type: 'left', session: editor.session });
  }

  /**
   * Discards a document's memory before anyone is sent its last changes. Its editors reconnect, and load the
   * stored state.
   */
  drop(open: OpenDocument): void {
    const { doc } = open;
    open.drop();
    this.closing.add(open);
    void open.stored().finally(() => this.closing.delete(open));
    if (this.opened.get(open.id) === open) this.opened.delete(open.id);
    if (this.library.documents.get(open.id) === doc) this.library.documents.delete(open.id);
    for (const connection of doc.getConnections()) hangUp(connection, 'again');
    // Nobody is connected any more. Deferred, since the library is still using it.
    setImmediate(() => doc.destroy());
  }

  receive(message: ToThread): void {
    switch (message.type) {
      case 'open':
        this.connect(message.socket, message.userId);
        break;
      case 'frame':
        this.hear(message.socket, message.data);
        break;
      case 'read': {
        const socket = this.sockets.get(message.socket)?.socket;
        if (socket) this.backlog.read(socket, message.bytes);
        break;
      }
      case 'closed':
        this.disconnect(message);
        break;
      case 'rights':
        this.sessions.get(message.session)?.allow(message.canEdit);
        break;
      case 'stored':
        this.opened.get(message.documentId)?.notice(message.seq);
        break;
      case 'frozen':
        this.opened.get(message.documentId)?.noticeFrozen(message.isFrozen);
        break;
      case 'cursors':
      case 'cursorsAsked': {
        const doc = this.opened.get(message.documentId)?.doc;
        if (!doc) break;
        if (message.type === 'cursors') this.news.take(doc, message.update);
        else this.news.tellAll(doc);
        break;
      }
      case 'charge':
        this.costs.add(message.userId, message.ms);
        break;
      case 'end':
        void this.end().finally(() => this.link.tell({ type: 'ended', id: message.id }));
        break;
      default:
        this.link.onAnswer(message);
    }
  }

  /** Sends every editor elsewhere, and waits until their changes are stored. */
  private async end(): Promise<void> {
    for (const document of this.library.documents.values())
      for (const connection of document.getConnections()) hangUp(connection, 'again');
    await Promise.all([...this.opened.values(), ...this.closing].map((open) => open.stored()));
  }

  private connect(id: number, userId: number): void {
    const socket = new RelayedSocket(id, userId, this.link, this.backlog);
    const client = this.library.handleConnection(socket, new Request('http://localhost/'), { socket });
    this.sockets.set(id, { socket, client });
  }

  private hear(id: number, data: Uint8Array): void {
    const known = this.sockets.get(id);
    if (!known?.socket.isOpen()) return;
    known.client.handleMessage(data);
    known.socket.received(data.byteLength);
  }

  private disconnect({ socket: id, code, reason }: Extract<ToThread, { type: 'closed' }>): void {
    const known = this.sockets.get(id);
    this.sockets.delete(id);
    known?.socket.end();
    known?.client.handleClose({ code, reason });
  }

  /** @throws OutOfMemory */
  private async load(document: Document, userId: number): Promise<void> {
    this.watch(document);
    const documentId = document.name;
    const bytes = await this.link.ask('measure', { documentId });
    const kept = await this.memory.admit({ documentId, userId, bytes });
    const open: OpenDocument = new OpenDocument(this.link, document, {
      onStored: () => {
        for (const editor of this.editorsOf(documentId)) editor.answerMarks(open);
      },
      onReplaced: () => this.drop(open),
    });
    showWhenStored(document, open.progress);
    try {
      await open.load();
    } catch (err) {
      kept(null);
      await this.giveUp(open);
      throw err;
    }
    if (!kept(open)) {
      await this.giveUp(open);
      throw new OutOfMemory('a document is too large to be open beside the others');
    }
    this.opened.set(documentId, open);
  }

  private async giveUp(open: OpenDocument): Promise<void> {
    await open.close();
    // The library releases it with its timers.
    open.doc.destroy();
  }

  /** Records this thread's current work, in case it never finishes. */
  private watch(document: Document): void {
    const documentId = document.name;
    document.on('beforeTransaction', ({ origin }) => {
      const userId = (origin?.connection?.context as CollabContext | undefined)?.editor?.userId;
      this.label.begin({ kind: userId === undefined ? 'load' : 'change', documentId, userId: userId ?? 0 });
      this.changeBegan = worktime();
    });
    document.on('afterAllTransactions', () => this.label.finish());
  }
}
