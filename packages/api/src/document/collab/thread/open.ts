import type { Document } from '@hocuspocus/server';
import { MAX_DOCUMENT_BYTES } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import type { Change } from '../../edit/check.ts';
import { isLong, WORTH_COMPACTING } from '../../edit/length.ts';
import type { Link } from './link.ts';
import { type Resident, weightOf } from './memory.ts';
import type { Loaded, StoredChange } from './messages.ts';
import { Progress } from './progress.ts';
import { type Lost, Rescue } from './rescue.ts';
import { STORED } from './stored.ts';

/** How soon it is tried again when the database could not take a change, in milliseconds. */
const RETRY_MS = 1_000;
/** Bytes of changes after which it is counted anew what the document takes in memory. */
const COUNT_AFTER_BYTES = 16 * 1024;
/** Milliseconds of work on changes after which it is judged again whether the document still loads quickly. */
const JUDGE_AFTER_MS = 1_000;

interface Pending {
  update: Uint8Array;
  userId: number | null;
}

/** What a document tells to those who hold it open. */
interface Listener {
  /** Each change that was written here up to now is safe. */
  onStored(): void;
  /** Something else is to be shown of the document from now on: it is to be opened anew. */
  onReplaced(): void;
}

/**
 * One document as this process holds it: stores what is written here, and takes over what others stored. Truth is in
 * the rows; the document in memory is never written as a whole unless it holds all of them.
 */
export class OpenDocument implements Resident {
  readonly id: string;
  readonly doc: Document;
  readonly progress = new Progress();
  /** Set when it is a version of the past that nobody may change, since the newest state cannot be read. */
  frozen: Loaded['frozen'] = null;
  /** When somebody last wrote in it here, or it was opened. */
  usedAt = performance.now();
  /** The newest change that it holds. */
  private seq = 0;
  private rows = 0;
  private bytes = 0;
  private bytesCompacted = 0;
  /** What it would take to store it whole, or more. */
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

  /** Whether it has room for that much more, with what is still to be stored. */
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

  /** Whether something that was written here is not stored yet. */
  get isBusy(): boolean {
    return this.flushing !== null;
  }

  /** Whether so much was worked on it that the next change is to be tried together with all of it. */
  get isToBeJudged(): boolean {
    return this.workMs > JUDGE_AFTER_MS;
  }

  /** Notes that it was found to load quickly. */
  judged(): void {
    this.workMs = 0;
  }

  /** The words of a change that would have no place in it. Ask before it is put in. */
  lostIn(change: Change): Lost[] {
    return this.rescue.lostIn(change);
  }

  /**
   * Takes a change that was made here, to be stored as soon as may be.
   * @param ms that putting it in took
   * @param lost words of it that are to have a place all the same; they are stored with it
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

  /** How many changes were written here so far; `isStored` tells when they are safe. */
  get written(): number {
    return this.writtenCount;
  }

  /** Whether the first `count` changes that were written here are stored. */
  isStored(count: number): boolean {
    return this.progress.stored >= count;
  }

  /** How much of what a writer's number stands for is here. */
  clockOf(writer: number): number {
    return Y.getState(this.doc.store, writer);
  }

  /** Fulfilled once everything that was written is stored. */
  async stored(): Promise<void> {
    while (this.flushing) await this.flushing;
  }

  /** Somebody may have stored a change of this number. */
  notice(seq: number): void {
    if (seq <= this.seq || this.isClosed) return;
    if (this.frozen) this.listener.onReplaced();
    else void this.catchUp().catch((err) => this.warn(err));
  }

  /** Its newest state turned out to be unreadable, or is readable again. */
  noticeFrozen(isFrozen: boolean): void {
    if (isFrozen !== Boolean(this.frozen) && !this.isClosed) this.listener.onReplaced();
  }

  /** Takes nothing more; makes what is stored small when that is worth it. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.end();
    if (!this.frozen && this.rows > WORTH_COMPACTING) await this.compact().catch((err) => this.warn(err));
  }

  /** Takes nothing more, and gives up what it holds: something in it is not to be stored. */
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
    // What comes in the same turn of the loop goes into one row.
    await Promise.resolve();
    while (this.pending.length > 0) {
      const batch = this.pending;
      this.pending = [];
      try {
        // Writers keep refused words in the browser, like everyone whose words came with them.
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
    // Its channel was deleted for good: there is nothing left to write to.
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

  /** One after the other, so that numbers never go back. */
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

  /** Puts one change in the place of all, if this process holds all of them. */
  private async compact(): Promise<void> {
    const { made, stored } = this.progress;
    // Words that are yet to be handed over, or that are just being stored, would be stored without being judged.
    if (made !== stored + this.pending.length) return;
    const isAhead = made !== stored;
    const update = Y.encodeStateAsUpdate(this.doc);
    // What is on its way to be stored is in the document already.
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

/** Everyone whose words are in these changes. */
function writersOf(changes: readonly Pending[]): number[] {
  return [...new Set(changes.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
}
