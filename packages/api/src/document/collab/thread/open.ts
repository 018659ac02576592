import type { Document } from '@hocuspocus/server';
import { MAX_DOCUMENT_BYTES } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import type { Change } from '../../edit/check.ts';
import { isLong, WORTH_COMPACTING } from '../../edit/length.ts';
import type { Link } from './link.ts';
import { type Resident, weightOf } from './memory.ts';
import type { Loaded, StoredChange } from './messages.ts';
import { type Pending, writersOf } from './pending.ts';
import { Progress } from './progress.ts';
import { type Lost, Rescue } from './rescue.ts';
import { STORED } from './showing.ts';

/** Milliseconds before retrying when the database could not store a change. */
const RETRY_MS = 1_000;
/** Bytes of changes after which the document's memory is measured again. */
const COUNT_AFTER_BYTES = 16 * 1024;
/** Milliseconds of work on changes after which it is judged again whether the document still loads quickly. */
const JUDGE_AFTER_MS = 1_000;

/** Events of a document for its holders. */
interface Listener {
  /** Each change that was written here up to now is safe. */
  onStored(): void;
  /** The shown state changes: the document must be reopened. */
  onReplaced(): void;
}

/**
 * One document open in this process: stores local changes, and applies those stored by others. The rows are
 * authoritative; the in-memory document is written as a whole only if it contains all of them.
 */
export class OpenDocument implements Resident {
  readonly id: string;
  readonly doc: Document;
  readonly progress = new Progress();
  /** Set when this is a past version that nobody may change, since the newest state cannot be read. */
  frozen: Loaded['frozen'] = null;
  /** Time of the last local change, or of opening. */
  usedAt = performance.now();
  /** The newest change that it holds. */
  private seq = 0;
  private rows = 0;
  private bytes = 0;
  private bytesCompacted = 0;
  /** Upper bound of its encoded size. */
  private size = 0;
  private itemCount = 0;
  /** Bytes of changes that came since its items were counted. */
  private uncounted = Number.POSITIVE_INFINITY;
  /** Milliseconds of work on changes since it was last known to load quickly. */
  private workMs = 0;
  private pending: Pending[] = [];
  /** Changes that were handed to `write` so far. */
  private writtenCount = 0;
  private flushing: Promise<void> | null = null;
  private catching: Promise<void> = Promise.resolve();
  private isClosed = false;
  private isDropped = false;
  private readonly rescue: Rescue;
  private readonly link: Link;
  private readonly listener: Listener;

  constructor(link: Link, doc: Document, listener: Listener) {
    this.link = link;
    this.id = doc.name;
    this.doc = doc;
    this.rescue = new Rescue(doc);
    this.listener = listener;
    doc.on('update', (_update: Uint8Array, origin: unknown) => {
      if (origin !== STORED) this.progress.noteMade();
    });
    link.tell({ type: 'opened', documentId: this.id });
  }

  /** Reads all that is stored. */
  async load(): Promise<void> {
    const { changes, frozen } = await this.link.ask('load', { documentId: this.id });
    this.frozen = frozen;
    this.take(changes);
    this.bytesCompacted = this.bytes;
  }

  /** Whether it may grow by this many bytes, including changes still to be stored. */
  hasRoomFor(bytes: number): boolean {
    // Changes that follow each other, or undo each other, take less when they are one.
    if (this.size + bytes > MAX_DOCUMENT_BYTES) this.size = Y.encodeStateAsUpdate(this.doc).byteLength;
    return this.size + bytes <= MAX_DOCUMENT_BYTES;
  }

  /** Bytes that it takes in memory, about. */
  get weight(): number {
    if (this.uncounted > COUNT_AFTER_BYTES) {
      this.uncounted = 0;
      this.itemCount = 0;
      for (const { length } of this.doc.store.clients.values()) this.itemCount += length;
    }
    return weightOf(this.itemCount, this.size);
  }

  /** Whether some local changes are not stored yet. */
  get isBusy(): boolean {
    return this.flushing !== null;
  }

  /** Whether it took so much work that the next change must be tried together with all of it. */
  get isToBeJudged(): boolean {
    return this.workMs > JUDGE_AFTER_MS;
  }

  /** Notes that it was found to load quickly. */
  judged(): void {
    this.workMs = 0;
  }

  /** Returns the words of a change inside removed blocks. Call before applying it. */
  lostIn(change: Change): Lost[] {
    return this.rescue.lostIn(change);
  }

  /**
   * Takes a local change, to be stored as soon as possible.
   * @param ms cost of applying it
   * @param lost words of it to be restored; they are stored with it
   */
  write(
    update: Uint8Array,
    { userId, ms, lost }: { userId: number | null; ms: number; lost: readonly Lost[] },
  ): void {
    if (this.isClosed) return;
    this.workMs += ms;
    this.usedAt = performance.now();
    const again = lost.length > 0 ? this.rescue.place(lost) : null;
    if (again) this.progress.noteMade();
    for (const each of again ? [update, again] : [update]) {
      this.pending.push({ update: each, userId });
      this.writtenCount += 1;
      this.size += each.byteLength;
      this.uncounted += each.byteLength;
    }
    this.flushing ??= this.store();
  }

  /** Number of local changes so far; `isStored` says when they are safe. */
  get written(): number {
    return this.writtenCount;
  }

  /** Whether the first `count` local changes are stored. */
  isStored(count: number): boolean {
    return this.progress.stored >= count;
  }

  /** Returns the clock of a client id here. */
  clockOf(writer: number): number {
    return Y.getState(this.doc.store, writer);
  }

  /** Fulfilled once everything that was written is stored. */
  async stored(): Promise<void> {
    while (this.flushing) await this.flushing;
  }

  /** Somebody may have stored a change with this number. */
  notice(seq: number): void {
    if (seq <= this.seq || this.isClosed) return;
    if (this.frozen) this.listener.onReplaced();
    else void this.catchUp().catch((err) => this.warn(err));
  }

  /** Its newest state turned out to be unreadable, or is readable again. */
  noticeFrozen(isFrozen: boolean): void {
    if (isFrozen !== Boolean(this.frozen) && !this.isClosed) this.listener.onReplaced();
  }

  /** Accepts nothing more; compacts the stored state when worthwhile. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.end();
    if (!this.frozen && this.rows > WORTH_COMPACTING) await this.compact().catch((err) => this.warn(err));
  }

  /** Accepts nothing more, and discards its state: part of it must not be stored. */
  drop(): void {
    this.isDropped = true;
    this.end();
  }

  private end(): void {
    this.isClosed = true;
    this.progress.giveUp();
    this.link.tell({ type: 'released', documentId: this.id });
  }

  private async store(): Promise<void> {
    // Changes of one turn of the loop go into one row.
    await Promise.resolve();
    while (this.pending.length > 0) {
      const batch = this.pending;
      this.pending = [];
      try {
        // Writers keep refused words in the browser, as does everyone whose words came with them.
        if (!(await this.append(batch))) break;
      } catch (err) {
        this.pending = [...batch, ...this.pending];
        this.warn(err);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        if (this.isClosed) break;
        continue;
      }
      this.progress.noteStored(batch.length);
      this.listener.onStored();
      if (!this.isDropped && isLong({ rows: this.rows, bytes: this.bytes - this.bytesCompacted }))
        await this.compact().catch((err) => this.warn(err));
    }
    this.flushing = null;
  }

  /** @returns false when it is not to be stored, because one of its writers lost the right to write */
  private async append(batch: readonly Pending[]): Promise<boolean> {
    const update = Y.mergeUpdates(batch.map((each) => each.update));
    const userId = batch.at(-1)?.userId ?? null;
    const writers = writersOf(batch);
    const seq = await this.link.ask('append', { documentId: this.id, update, userId, writers });
    // Its channel was permanently deleted, so there is nothing left to write to.
    if (seq === null) return true;
    if (seq === 'refused') {
      this.listener.onReplaced();
      return false;
    }
    if (seq === 'frozen') {
      this.noticeFrozen(true);
      throw new Error('its newest state cannot be read');
    }
    this.rows += 1;
    this.bytes += update.byteLength;
    if (seq === this.seq + 1) this.seq = seq;
    else await this.catchUp();
    return true;
  }

  /** One after the other, so that numbers never decrease. */
  private catchUp(): Promise<void> {
    const next = this.catching
      .catch(() => {})
      .then(async () => {
        this.take(await this.link.ask('changesAfter', { documentId: this.id, seq: this.seq }));
      });
    this.catching = next;
    return next;
  }

  private take(changes: readonly StoredChange[]): void {
    if (changes.length === 0 || this.doc.isDestroyed) return;
    Y.transact(
      this.doc,
      () => {
        for (const { update } of changes) Y.applyUpdate(this.doc, update, STORED);
      },
      STORED,
    );
    const bytes = changes.reduce((sum, { update }) => sum + update.byteLength, 0);
    this.rows += changes.length;
    this.bytes += bytes;
    this.size += bytes;
    this.uncounted += bytes;
    this.seq = Math.max(this.seq, changes.at(-1)?.seq ?? 0);
  }

  /** Replaces all changes by one, if this process has all of them. */
  private async compact(): Promise<void> {
    const { made, stored } = this.progress;
    // Words that are yet to be handed over, or that are just being stored, would be stored without being judged.
    if (made !== stored + this.pending.length) return;
    const isAhead = made !== stored;
    const update = Y.encodeStateAsUpdate(this.doc);
    // The document already contains changes being stored.
    const writers = writersOf(this.pending);
    const whole = { documentId: this.id, seq: this.seq, update, isAhead, writers };
    const seq = await this.link.ask('compact', whole);
    // Refused, the change that is on its way is going to be refused too.
    if (seq === null || seq === 'refused') return;
    this.seq = Math.max(this.seq, seq);
    this.rows = 1;
    this.bytes = update.byteLength;
    this.bytesCompacted = update.byteLength;
    this.size = update.byteLength;
  }

  private warn(err: unknown): void {
    this.link.tell({
      ...{ type: 'log', documentId: this.id, err: String(err) },
      message: 'changes of a document wait for the database',
    });
  }
}
