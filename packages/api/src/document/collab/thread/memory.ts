import type { ThreadLimits } from './messages.ts';

/** Bytes of the heap that an item of a document takes, with what Yjs keeps beside it. */
const ITEM_BYTES = 512;
/** The same for each byte of a document that is stored and not open: of paragraphs with a few words. */
const BYTES_PER_STORED = 16;
/** Share of the room from which on a document is large, and what large ones may fill: the small ones always fit in. */
const LARGE = 1 / 16;
const ROOM_FOR_LARGE = 7 / 8;
/** Documents of which it is remembered that they take more than others of their length. */
const MAX_HEAVY = 1_000;
/** How often it is looked again whether a document has become idle, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** There is no room for another document, or for more in one. There may be in a moment. */
export class NoRoom extends Error {}

/** A document that takes room. */
export interface Resident {
  readonly id: string;
  /** Bytes of the heap, about. */
  readonly weight: number;
  /** When somebody last wrote in it, or it was opened. */
  readonly usedAt: number;
  /** Whether something that was written to it is not stored yet. */
  readonly isBusy: boolean;
}

/** What a document takes in memory, about. @param bytes of its encoding */
export function weightOf(items: number, bytes: number): number {
  return items * ITEM_BYTES + bytes;
}

interface Asked {
  documentId: string;
  userId: number;
  weight: number;
}

/**
 * Room that is kept for a document while it is opened. Call it once.
 * @param opened null when it could not be opened
 * @returns whether there is room for what it turned out to take
 */
type Kept = (opened: Resident | null) => boolean;

interface Waiting extends Asked {
  go(kept: Kept): void;
}

interface Shelf {
  /** All that are open. */
  residents(): Iterable<Resident>;
  /** The people who have a document open. */
  readersOf(documentId: string): ReadonlySet<number>;
  /** Sends those who have it open elsewhere; they come again. */
  unload(documentId: string): void;
}

/**
 * Bounds what all open documents take, so that many large ones do not end the thread, and with it the connections of
 * everyone. Who comes when it is full waits; documents that nobody wrote in for a while make room. A document that is
 * alone has all the room there is.
 */
export class Memory {
  private readonly shelf: Shelf;
  private readonly limits: ThreadLimits;
  private readonly opening = new Set<Asked>();
  private readonly heavy = new Map<string, number>();
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(shelf: Shelf, limits: ThreadLimits) {
    this.shelf = shelf;
    this.limits = limits;
  }

  /**
   * Waits until there is room for a document.
   * @param userId who opens it
   * @param bytes of what is stored of it
   * @throws NoRoom when that takes too long
   */
  admit({ documentId, userId, bytes }: Omit<Asked, 'weight'> & { bytes: number }): Promise<Kept> {
    const weight = Math.max(bytes * BYTES_PER_STORED, this.heavy.get(documentId) ?? 0);
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        ...{ documentId, userId, weight },
        go(kept) {
          clearTimeout(late);
          resolve(kept);
        },
      };
      const late = setTimeout(() => {
        this.waiting = this.waiting.filter((each) => each !== entry);
        reject(new NoRoom('too much is open to open another document'));
      }, this.limits.waitMs);
      this.waiting.push(entry);
      this.serve();
    });
  }

  /** Whether a document may grow by that much, once those that are idle have made room. */
  mayGrow(resident: Resident, weight: number): boolean {
    return this.makeRoom(weight, resident.id);
  }

  /** Those who wait come in, as far as there is room now. Who needs little does not wait for who needs much. */
  serve(): void {
    for (const next of [...this.waiting]) {
      if (this.holdsHalf(next) || !this.makeRoom(next.weight)) continue;
      this.waiting = this.waiting.filter((each) => each !== next);
      this.opening.add(next);
      next.go((opened) => {
        this.opening.delete(next);
        const fits = opened === null || this.fits(opened);
        // What was kept for it may be more than it takes; and who waits is not to be called from within.
        if (!opened || opened.weight < next.weight) queueMicrotask(() => this.serve());
        return fits;
      });
    }
    if (this.waiting.length > 0) this.timer ??= setInterval(() => this.serve(), LOOK_EVERY_MS).unref();
    else if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    }
  }

  private fits({ id, weight }: Resident): boolean {
    this.heavy.delete(id);
    if (this.makeRoom(weight, id)) return true;
    this.heavy.set(id, weight);
    const [oldest] = this.heavy.keys();
    if (this.heavy.size > MAX_HEAVY && oldest !== undefined) this.heavy.delete(oldest);
    return false;
  }

  /**
   * Unloads as many idle documents as have to go.
   * @param growing the document that the room is for, when that is open already
   * @returns whether there is room; nothing is unloaded when there is none
   */
  private makeRoom(weight: number, growing?: string): boolean {
    const { openBytes, idleMs } = this.limits;
    const most = weight > openBytes * LARGE ? openBytes * ROOM_FOR_LARGE : openBytes;
    const residents = [...this.shelf.residents()];
    let taken = weight;
    for (const each of [...residents, ...this.opening]) taken += each.weight;
    if (taken <= most) return true;
    const before = performance.now() - idleMs;
    const others = residents.filter(({ id }) => id !== growing);
    const idle = others
      .filter(({ usedAt, isBusy }) => !isBusy && usedAt < before)
      .sort((a, b) => a.usedAt - b.usedAt);
    const leaving: Resident[] = [];
    for (const each of idle) {
      if (taken <= most) break;
      leaving.push(each);
      taken -= each.weight;
    }
    const isAlone = leaving.length === others.length && this.opening.size === 0;
    if (taken > most && !isAlone) return false;
    for (const { id } of leaving) this.shelf.unload(id);
    return true;
  }

  /** Whether somebody would fill half of the room with what nobody else reads. */
  private holdsHalf({ userId, weight }: Asked): boolean {
    let own = 0;
    for (const each of this.opening) if (each.userId === userId) own += each.weight;
    for (const each of this.shelf.residents()) {
      const readers = this.shelf.readersOf(each.id);
      if (readers.size === 1 && readers.has(userId)) own += each.weight;
    }
    return own > 0 && own + weight > this.limits.openBytes / 2;
  }
}
