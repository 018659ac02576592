import type { ThreadLimits } from './messages.ts';

/** Heap bytes per item of a document, including Yjs's overhead. */
const ITEM_BYTES = 512;
/** The same for each byte of a document that is stored and not open: of paragraphs with a few words. */
const BYTES_PER_STORED = 16;
/**
 * Share of the memory from which a document counts as large, and the share large ones may fill, so that small
 * ones always fit.
 */
const LARGE = 1 / 16;
const ROOM_FOR_LARGE = 7 / 8;
/** Documents of which it is remembered that they take more than others of their length. */
const MAX_HEAVY = 1_000;
/** Milliseconds between checks for idle documents. */
const LOOK_EVERY_MS = 1_000;

/** Memory is exhausted for another document, or for growth. It may be free shortly. */
export class OutOfMemory extends Error {}

/** An open document using memory. */
export interface Resident {
  readonly id: string;
  /** Bytes of the heap, about. */
  readonly weight: number;
  /** Time of the last change, or of opening. */
  readonly usedAt: number;
  /** Whether some of its changes are not stored yet. */
  readonly isBusy: boolean;
}

/**
 * Estimates the memory of a document.
 * @param bytes of its encoding
 */
export function weightOf(items: number, bytes: number): number {
  return items * ITEM_BYTES + bytes;
}

interface Asked {
  documentId: string;
  userId: number;
  weight: number;
}

/**
 * Memory reserved for a document being opened. Call it once.
 * @param opened null when opening failed
 * @returns whether its actual size fits
 */
type Kept = (opened: Resident | null) => boolean;

interface Waiting extends Asked {
  go(kept: Kept): void;
}

interface Shelf {
  /** All open documents. */
  residents(): Iterable<Resident>;
  /** The people who have a document open. */
  readersOf(documentId: string): ReadonlySet<number>;
  /** Disconnects its editors; they reconnect. */
  unload(documentId: string): void;
}

/**
 * Bounds the memory of all open documents, so that many large ones do not end the thread, and with it
 * everyone's connections. A newcomer waits when it is full; idle documents are closed. A single document may
 * use all of it.
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
   * Waits until a document fits.
   * @param userId who opens it
   * @param bytes of its stored state
   * @throws OutOfMemory on timeout
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
        reject(new OutOfMemory('too much is open to open another document'));
      }, this.limits.waitMs);
      this.waiting.push(entry);
      this.serve();
    });
  }

  /** Whether a document may grow by this much after idle ones are closed. */
  mayGrow(resident: Resident, weight: number): boolean {
    return this.makeRoom(weight, resident.id);
  }

  /** Admits waiting documents that fit now. Small ones do not wait for large ones. */
  serve(): void {
    for (const next of [...this.waiting]) {
      if (this.holdsHalf(next) || !this.makeRoom(next.weight)) continue;
      this.waiting = this.waiting.filter((each) => each !== next);
      this.opening.add(next);
      next.go((opened) => {
        this.opening.delete(next);
        const fits = opened === null || this.fits(opened);
        // Its reservation may exceed its use. Deferred, since waiting callers must not run inside this call.
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
   * Closes as many idle documents as necessary.
   * @param growing the document that needs the memory, if already open
   * @returns whether it fits; otherwise nothing is closed
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

  /** Whether somebody would fill half of the memory with documents nobody else reads. */
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
