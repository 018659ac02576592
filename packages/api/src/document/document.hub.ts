import { type ConnectionConfiguration, type Document, Hocuspocus } from '@hocuspocus/server';
import type { Platform } from '../core/platform.ts';
import { awarenessHooks } from './document.cursors.ts';
import { authenticate, type CollabContext, sessionHooks, turnedAway } from './document.entrance.ts';
import { OpenDocument, STORED } from './document.open.ts';
import { seqsOf } from './document.repo.ts';
import { type DocumentSession, hangUp } from './document.session.ts';

/** How often what is open is compared with the database, in milliseconds: the bus may lose a message. */
const CHECK_EVERY_MS = 5_000;
/** How long the last changes may take to be stored as the process ends, in milliseconds. */
const LAST_WRITE_MS = 5_000;

/** The library, where it would forget someone. */
class Library extends Hocuspocus<CollabContext> {
  /** Asked for each who was let in, also where several wait for one loading. */
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
      throw context ? turnedAway(context, err) : err;
    }
  }

  /** Goes by the document itself: under its name it may have been loaded anew, for others. */
  override async unloadDocument(document: Document): Promise<void> {
    if (this.documents.get(document.name) === document) await super.unloadDocument(document);
  }
}

/** The documents that are open in this process, and the editors connected to them. */
export class DocumentHub {
  readonly platform: Platform;
  readonly collab: Hocuspocus<CollabContext>;
  private readonly documents = new Map<string, OpenDocument>();
  private readonly sessions = new Map<string, Set<DocumentSession>>();
  private timer: NodeJS.Timeout | null = null;

  constructor(platform: Platform) {
    this.platform = platform;
    platform.bus.onReconnect(() => void this.check());
    this.collab = new Library({
      quiet: true,
      // What was written is stored by `OpenDocument`; this only keeps a document until it is.
      debounce: 500,
      maxDebounce: 1_000,
      maxPendingDocuments: 4,
      onAuthenticate: (data) => authenticate(data),
      ...sessionHooks(this),
      ...awarenessHooks(this),
      onLoadDocument: async ({ documentName, document }) => {
        await this.load(documentName, document);
      },
      onChange: async ({ documentName, update, transactionOrigin, context }) => {
        if (transactionOrigin !== STORED)
          this.documents.get(documentName)?.write(update, context.session?.userId ?? null);
      },
      onStoreDocument: async ({ documentName }) => {
        await this.documents.get(documentName)?.stored();
      },
      afterUnloadDocument: async ({ documentName }) => {
        const open = this.documents.get(documentName);
        this.documents.delete(documentName);
        // Not waited for: who leaves the document loaded anew would not be noticed until it is done.
        void open?.close();
      },
    });
  }

  /** The document as this process holds it; undefined while it is not open here. */
  open(documentId: string): OpenDocument | undefined {
    return this.documents.get(documentId);
  }

  /** The connections that this process has to a document. */
  sessionsOf(documentId: string): ReadonlySet<DocumentSession> {
    return this.sessions.get(documentId) ?? new Set();
  }

  join(session: DocumentSession): void {
    const sessions = this.sessions.get(session.documentId) ?? new Set();
    this.sessions.set(session.documentId, sessions.add(session));
    this.timer ??= setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  leave(session: DocumentSession): void {
    session.end();
    const sessions = this.sessions.get(session.documentId);
    sessions?.delete(session);
    if (sessions?.size === 0) this.sessions.delete(session.documentId);
    if (this.sessions.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /** Sends every editor elsewhere, and waits until what they wrote is stored. */
  async close(): Promise<void> {
    for (const document of this.collab.documents.values())
      for (const connection of document.getConnections()) hangUp(connection, 'again');
    const stored = Promise.all([...this.documents.values()].map((open) => open.stored()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, LAST_WRITE_MS);
    });
    await Promise.race([stored, late]);
    clearTimeout(timer);
  }

  private async load(documentId: string, document: Document): Promise<void> {
    const open = new OpenDocument(this.platform, documentId, document, () => {
      for (const session of this.sessionsOf(documentId)) session.answerMarks(open);
    });
    try {
      await open.load();
    } catch (err) {
      await open.close();
      // The library lets go of it as it is, with its timers.
      document.destroy();
      throw err;
    }
    this.documents.set(documentId, open);
  }

  private async check(): Promise<void> {
    const ids = [...this.documents.keys()];
    if (ids.length === 0) return;
    try {
      for (const { documentId, seq } of await seqsOf(this.platform.database.db, ids))
        this.documents.get(documentId)?.notice(seq);
    } catch (err) {
      this.platform.log.warn({ err }, 'open documents could not be compared with the database');
    }
  }
}

const hubs = new WeakMap<Platform, DocumentHub>();

/** The one hub of this process. */
export function documentHubOf(platform: Platform): DocumentHub {
  const hub = hubs.get(platform) ?? new DocumentHub(platform);
  hubs.set(platform, hub);
  return hub;
}
