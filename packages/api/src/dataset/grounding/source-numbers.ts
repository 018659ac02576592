import type { Db } from '@tandem/db';
import { type Asking, findOrder } from './usable.repo.ts';

/** Characters of an id in the order of sources, with the blank after it. */
const WIDTH = 37;

/** Stands for a source between known ones, where no other is left. */
const NONE = '00000000-0000-0000-0000-000000000000';

/** Ids of sources by their numbers. */
export type KnownSources = Readonly<Record<string, string>>;

/**
 * The numbers by which one answer names its sources: they count all sources that it may use, the oldest first. They are
 * read once, so that none changes while the answer is written; sources that are added meanwhile get the next ones. What was
 * named before the answer waited keeps its number. They say nothing of rights, which each query judges.
 */
export class SourceNumbers {
  private readonly db: Db;
  private readonly asking: Asking;
  /** Ids in the order of their numbers, as one text: an array of thousands of them would take four times as much. */
  private order: Promise<string> | null = null;
  private readonly named: Map<number, string>;

  constructor(db: Db, asking: Asking, known: KnownSources = {}) {
    this.db = db;
    this.asking = asking;
    this.named = new Map(Object.entries(known).map(([n, id]) => [Number(n), id]));
  }

  /** The sources that were named so far. */
  get known(): KnownSources {
    return Object.fromEntries(this.named);
  }

  /** The id of a source; null for a number that is not given. */
  async idOf(n: number): Promise<string | null> {
    const [id] = await this.idsFrom(n, 1);
    if (id === undefined) return null;
    this.named.set(n, id);
    return id;
  }

  /** Ids of sources from a number on. */
  async idsFrom(n: number, limit: number): Promise<string[]> {
    const order = await this.read();
    return n < 1 ? [] : idsIn(order.slice((n - 1) * WIDTH, (n - 1 + limit) * WIDTH));
  }

  /** The numbers of these sources, among others. One that came after the others were read gets the next. */
  async numbersOf(ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map();
    let numbers = numbersIn(await this.read());
    if (!ids.every((id) => numbers.has(id))) numbers = numbersIn(await this.readOn());
    for (const id of ids) {
      const n = numbers.get(id);
      if (n !== undefined) this.named.set(n, id);
    }
    return numbers;
  }

  private read(): Promise<string> {
    this.order ??= findOrder(this.db, this.asking).then(
      (order) => withNamed(order, this.named),
      (error) => {
        this.order = null;
        throw error;
      },
    );
    return this.order;
  }

  private readOn(): Promise<string> {
    const before = this.read();
    const grown = Promise.all([before, findOrder(this.db, this.asking)]).then(([order, now]) => {
      const known = new Set(idsIn(order));
      return (
        order +
        idsIn(now)
          .flatMap((id) => (known.has(id) ? [] : `${id} `))
          .join('')
      );
    });
    this.order = grown.catch(() => before);
    return grown;
  }
}

/** An order in which named sources have their numbers, and the others those that are left. */
function withNamed(order: string, named: ReadonlyMap<number, string>): string {
  if (named.size === 0) return order;
  const taken = new Set(named.values());
  const others = idsIn(order).filter((id) => !taken.has(id));
  const last = Math.max(...named.keys());
  const all: string[] = [];
  for (let n = 1, next = 0; n <= last || next < others.length; n += 1)
    all.push(named.get(n) ?? others[next++] ?? NONE);
  return all.map((id) => `${id} `).join('');
}

function numbersIn(order: string): Map<string, number> {
  return new Map(idsIn(order).map((id, at) => [id, at + 1]));
}

function idsIn(order: string): string[] {
  return Array.from({ length: order.length / WIDTH }, (_, at) =>
    order.slice(at * WIDTH, at * WIDTH + WIDTH - 1),
  );
}
