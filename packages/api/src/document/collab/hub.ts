import type { Context } from '../../core/context.ts';
import { topics } from '../../core/live/bus.ts';
import { perProcess } from '../../core/per-process.ts';
import type { Platform } from '../../core/platform.ts';
import { Suspicions } from '../edit/suspicion.ts';
import { seqsOf } from '../model/document.repo.ts';
import { answerThread } from './answers.ts';
import { type CollabPort, CollabSocket } from './socket.ts';
import type { Work } from './thread/label.ts';
import type { FromThread, ThreadLimits } from './thread/messages.ts';
import { DocumentThread } from './thread.ts';

/** Milliseconds between comparisons of open documents with the database: the bus may lose a message. */
const CHECK_EVERY_MS = 5_000;
/** Milliseconds for storing the last changes when the process stops. */
const LAST_WRITE_MS = 5_000;

/** Limits of the thread. */
const LIMITS: ThreadLimits = {
  heldPerPerson: 32 * 1024 * 1024,
  unreadMs: 10_000,
  steps: 100_000,
  memoryMb: 768,
  // The rest is headroom: two of the largest possible documents fit at once.
  openBytes: 600 * 1024 * 1024,
  idleMs: 5 * 60_000,
  waitMs: 10_000,
};

/**
 * The documents open in this process, as seen by the main thread: connections and storage. The documents
 * themselves are in a separate thread, which starts with the first of them.
 */
export class DocumentHub {
  readonly platform: Platform;
  readonly suspicions = new Suspicions();
  /** Applied by the next thread that starts. */
  limits = LIMITS;
  private thread: DocumentThread | null = null;
  private readonly sockets = new Map<number, CollabSocket>();
  /** Unsubscribes from each open document. */
  private readonly opened = new Map<string, () => void>();
  private lastNumber = 0;
  private timer: NodeJS.Timeout | null = null;
  private ended: (() => void) | null = null;
  private isClosing = false;

  constructor(platform: Platform) {
    this.platform = platform;
    platform.bus.onReconnect(() => void this.check());
  }

  /** Whether the thread exists. */
  get isRunning(): boolean {
    return this.thread !== null;
  }

  /** Sockets of editors that are connected. */
  get connected(): number {
    return this.sockets.size;
  }

  /** Whether a document is open in this process. */
  isOpen(documentId: string): boolean {
    return this.opened.has(documentId);
  }

  /** Returns a number unique in this process. */
  nextNumber(): number {
    this.lastNumber += 1;
    return this.lastNumber;
  }

  /** Takes over an admitted socket. */
  connect(ctx: Context, userId: number, port: CollabPort): CollabSocket {
    const socket: CollabSocket = new CollabSocket(this.nextNumber(), ctx, port, (message) => {
      // A new thread does not know the sockets of an ended one.
      if (this.sockets.get(socket.id) === socket) this.thread?.tell(message);
      if (message.type === 'closed') this.sockets.delete(socket.id);
    });
    if (this.isClosing) {
      socket.close('again');
      return socket;
    }
    this.thread ??= this.start();
    this.sockets.set(socket.id, socket);
    this.thread.tell({ type: 'open', socket: socket.id, userId });
    return socket;
  }

  socket(id: number): CollabSocket | undefined {
    return this.sockets.get(id);
  }

  /** Counts work that was done for a person elsewhere as theirs, in milliseconds. */
  charge(userId: number, ms: number): void {
    this.thread?.tell({ type: 'charge', userId, ms });
  }

  /** Sends every editor elsewhere for good. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.restart();
  }

  /**
   * Sends every editor elsewhere, waits until their changes are stored, and stops the thread; the next editor
   * starts one.
   */
  async restart(): Promise<void> {
    const { thread } = this;
    if (thread) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.ended = resolve;
        timer = setTimeout(resolve, LAST_WRITE_MS);
        thread.tell({ type: 'end', id: this.nextNumber() });
      });
      clearTimeout(timer);
      await thread.terminate();
    }
    this.thread = null;
    this.forget();
  }

  private start(): DocumentThread {
    const thread: DocumentThread = new DocumentThread(this.limits, this.platform.log, {
      onMessage: (message) => {
        if (this.thread === thread) this.receive(thread, message);
      },
      onEnd: (work) => {
        if (this.thread === thread) this.lose(work);
      },
    });
    this.timer ??= setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
    return thread;
  }

  /** The thread has ended. Its editors reconnect, with every change not confirmed as stored. */
  private lose(work: Work | null): void {
    this.thread = null;
    if (work?.kind === 'load') this.suspicions.noteLoad(work.documentId);
    if (work?.kind === 'change') this.suspicions.noteChange(work.documentId, work.userId);
    this.forget();
    this.ended?.();
  }

  private forget(): void {
    for (const socket of this.sockets.values()) socket.close('again');
    this.sockets.clear();
    for (const stop of this.opened.values()) stop();
    this.opened.clear();
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private receive(thread: DocumentThread, message: FromThread): void {
    const { platform } = this;
    switch (message.type) {
      case 'frames':
        for (const { sockets, data } of message.frames)
          for (const id of sockets) this.sockets.get(id)?.send(data);
        break;
      case 'handled':
        this.sockets.get(message.socket)?.handled(message.bytes);
        break;
      case 'close':
        this.sockets.get(message.socket)?.close(message);
        break;
      case 'request':
        void answerThread(this, message).then((answer) => thread.tell(answer));
        break;
      case 'began':
      case 'left':
        this.follow(message);
        break;
      case 'opened':
        this.hear(thread, message.documentId);
        break;
      case 'released':
        this.opened.get(message.documentId)?.();
        this.opened.delete(message.documentId);
        break;
      case 'cursors':
        platform.bus.publish(topics.document(message.documentId), {
          ...{ type: 'cursors', from: platform.processId },
          update: Buffer.from(message.update).toString('base64'),
        });
        break;
      case 'suspect':
        this.suspicions.noteChange(message.documentId, message.userId);
        break;
      case 'log': {
        const { documentId, err } = message;
        platform.log.warn({ ...(documentId !== undefined && { documentId }), err }, message.message);
        break;
      }
      case 'ended':
        this.ended?.();
        break;
      case 'ready':
        break;
    }
  }

  private follow({ type, session: number }: Extract<FromThread, { type: 'began' | 'left' }>): void {
    for (const { sessions } of this.sockets.values()) {
      const session = sessions.get(number);
      if (!session) continue;
      if (type === 'began') session.begin();
      else {
        session.end();
        sessions.delete(number);
      }
      return;
    }
  }

  /** Forwards other processes' messages about a document while it is open here. */
  private hear(thread: DocumentThread, documentId: string): void {
    const { bus, processId } = this.platform;
    // Opened again before it was released.
    this.opened.get(documentId)?.();
    const stop = bus.subscribe(topics.document(documentId), ({ type, seq, from, update }) => {
      if (type === 'stored' && typeof seq === 'number') thread.tell({ type: 'stored', documentId, seq });
      if (type === 'frozen') thread.tell({ type: 'frozen', documentId, isFrozen: true });
      if (from === processId) return;
      if (type === 'cursors' && typeof update === 'string')
        thread.tell({ type: 'cursors', documentId, update: Buffer.from(update, 'base64') });
      if (type === 'cursors?') thread.tell({ type: 'cursorsAsked', documentId });
    });
    this.opened.set(documentId, stop);
    bus.publish(topics.document(documentId), { type: 'cursors?', from: processId });
  }

  private async check(): Promise<void> {
    const ids = [...this.opened.keys()];
    if (ids.length === 0) return;
    try {
      for (const { documentId, seq, isFrozen } of await seqsOf(this.platform.database.db, ids)) {
        this.thread?.tell({ type: 'frozen', documentId, isFrozen });
        this.thread?.tell({ type: 'stored', documentId, seq });
      }
    } catch (err) {
      this.platform.log.warn({ err }, 'open documents could not be compared with the database');
    }
  }
}

/** The one hub of this process. */
export const documentHubOf = perProcess((platform) => new DocumentHub(platform));
