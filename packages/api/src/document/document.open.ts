import { onCommit, transaction } from '@tandem/db';
import { MAX_DOCUMENT_BYTES } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { topics } from '../core/live/bus.ts';
import type { Platform } from '../core/platform.ts';
import { deriveSoon } from './document.derive.ts';
import { isLong, WORTH_COMPACTING } from './document.length.ts';
import { appendUpdate, lockDocument, replaceUpdates, updatesAfter } from './document.repo.ts';

/** Where a change came from that is stored already, as Hocuspocus names it. */
export const STORED = { source: 'redis' } as const;
/** How soon it is tried again when the database could not take a change, in milliseconds. */
const RETRY_MS = 1_000;

interface Pending {
  update: Uint8Array;
  userId: number | null;
}

/**
 * One document as this process holds it: stores what is written here, and takes over what others stored. Truth is in
 * the rows; the document in memory is never written as a whole unless it holds all of them.
 */
export class OpenDocument {
  readonly id: string;
  readonly doc: Y.Doc;
  /** The newest change that it holds. */
  private seq = 0;
  private rows = 0;
  private bytes = 0;
  private bytesCompacted = 0;
  /** What it would take to store it whole, or more. */
  private size = 0;
  private pending: Pending[] = [];
  /** Changes written here so far, and those of them that are stored. */
  private writtenCount = 0;
  private storedCount = 0;
  private flushing: Promise<void> | null = null;
  private catching: Promise<void> = Promise.resolve();
  private closed = false;
  private readonly platform: Platform;
  private readonly unsubscribe: () => void;
  private readonly onStored: () => void;

  /** @param onStored told after each change that was written here is safe */
  constructor(platform: Platform, id: string, doc: Y.Doc, onStored: () => void) {
    this.platform = platform;
    this.id = id;
    this.doc = doc;
    this.onStored = onStored;
    this.unsubscribe = platform.bus.subscribe(topics.document(id), ({ type, seq }) => {
      if (type === 'stored' && typeof seq === 'number') this.notice(seq);
    });
  }

  /** Reads all that is stored. */
  async load(): Promise<void> {
    await this.catchUp();
    this.bytesCompacted = this.bytes;
  }

  /** Whether it has room for that much more, with what is still to be stored. */
  hasRoomFor(bytes: number): boolean {
    // Changes that follow each other, or undo each other, take less when they are one.
    if (this.size + bytes > MAX_DOCUMENT_BYTES) this.size = Y.encodeStateAsUpdate(this.doc).byteLength;
    return this.size + bytes <= MAX_DOCUMENT_BYTES;
  }

  /** Takes a change that was made here, to be stored as soon as may be. */
  write(update: Uint8Array, userId: number | null): void {
    this.pending.push({ update, userId });
    this.writtenCount += 1;
    this.size += update.byteLength;
    this.flushing ??= this.store();
  }

  /** How many changes were written here so far; `isStored` tells when they are safe. */
  get written(): number {
    return this.writtenCount;
  }

  /** Whether the first `count` changes that were written here are stored. */
  isStored(count: number): boolean {
    return this.storedCount >= count;
  }

  /** Fulfilled once everything that was written is stored. */
  async stored(): Promise<void> {
    while (this.flushing) await this.flushing;
  }

  /** Somebody may have stored a change of this number. */
  notice(seq: number): void {
    if (seq > this.seq && !this.closed) void this.catchUp().catch((err) => this.warn(err));
  }

  /** Ends the subscription; makes what is stored small when that is worth it. */
  async close(): Promise<void> {
    this.closed = true;
    this.unsubscribe();
    if (this.rows > WORTH_COMPACTING) await this.compact().catch((err) => this.warn(err));
  }

  private async store(): Promise<void> {
    // What comes in the same turn of the loop goes into one row.
    await Promise.resolve();
    while (this.pending.length > 0) {
      const batch = this.pending;
      this.pending = [];
      try {
        await this.append(batch);
      } catch (err) {
        this.pending = [...batch, ...this.pending];
        this.warn(err);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        if (this.closed) break;
        continue;
      }
      this.storedCount += batch.length;
      this.onStored();
      if (isLong({ rows: this.rows, bytes: this.bytes - this.bytesCompacted }))
        await this.compact().catch((err) => this.warn(err));
    }
    this.flushing = null;
  }

  private async append(batch: readonly Pending[]): Promise<void> {
    const update = Y.mergeUpdates(batch.map((each) => each.update));
    const userId = batch.at(-1)?.userId ?? null;
    const seq = await transaction(this.platform.database.db, async (tx) => {
      const next = await appendUpdate(tx, this.id, { update, userId });
      // Its channel was deleted for good: there is nothing left to write to.
      if (next !== null) onCommit(tx, () => announceStored(this.platform, this.id, next));
      return next;
    });
    if (seq === null) return;
    this.rows += 1;
    this.bytes += update.byteLength;
    if (seq === this.seq + 1) this.seq = seq;
    else await this.catchUp();
  }

  /** One after the other, so that numbers never go back. */
  private catchUp(): Promise<void> {
    const next = this.catching
      .catch(() => {})
      .then(async () => {
        const rows = await updatesAfter(this.platform.database.db, this.id, this.seq);
        if (rows.length === 0) return;
        Y.transact(
          this.doc,
          () => {
            for (const { update } of rows) Y.applyUpdate(this.doc, update, STORED);
          },
          STORED,
        );
        const bytes = rows.reduce((sum, { update }) => sum + update.byteLength, 0);
        this.rows += rows.length;
        this.bytes += bytes;
        this.size += bytes;
        this.seq = Math.max(this.seq, rows.at(-1)?.seq ?? 0);
      });
    this.catching = next;
    return next;
  }

  /** Puts one change in the place of all, if this process holds all of them. */
  private async compact(): Promise<void> {
    await transaction(this.platform.database.db, async (tx) => {
      const seq = await lockDocument(tx, this.id);
      if (seq === null || seq !== this.seq) return;
      const update = Y.encodeStateAsUpdate(this.doc);
      await replaceUpdates(tx, this.id, { seq, update });
      onCommit(tx, () => {
        this.rows = 1;
        this.bytes = update.byteLength;
        this.bytesCompacted = update.byteLength;
        this.size = update.byteLength;
      });
    });
  }

  private warn(err: unknown): void {
    this.platform.log.warn({ err, documentId: this.id }, 'changes of a document wait for the database');
  }
}

/**
 * Tells all processes that a change was stored; those that have the document open read it. What is read of it is made
 * anew soon.
 */
export function announceStored(platform: Platform, documentId: string, seq: number): void {
  deriveSoon(platform, documentId);
  platform.bus.publish(topics.document(documentId), { type: 'stored', seq });
}
