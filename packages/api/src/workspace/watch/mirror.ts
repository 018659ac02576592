import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import { applyPartChange, type Part, type PartChange } from '@tandem/shared/message/parts';
import type { MessageRow } from '../../content/message/row.ts';
import { shareable } from '../../core/serialise.ts';

/** Limits of what is kept for lagging watchers: beyond them they get the whole message again. */
const MAX_DELTAS = 1_000;
const MAX_CHARACTERS = 256 * 1024;
/** Deltas kept while their predecessors are missing. */
const MAX_EARLY = 2_000;

export interface Delta {
  n: number;
  changes: PartChange[];
}

type DeltaEvent = Extract<ChannelLiveEvent, { type: 'delta' }>;

interface Kept {
  n: number;
  characters: number;
  /** The event, equal for all watchers. */
  event: DeltaEvent;
}

/** A running message as this process knows it: always exactly the deltas 1 to `n`, and the last few of them. */
export class Mirror {
  private row: MessageRow;
  private parts: Part[];
  private tail: Kept[] = [];
  private tailCharacters = 0;
  private readonly early = new Map<number, PartChange[]>();

  constructor(row: MessageRow) {
    this.row = row;
    this.parts = row.parts;
    this.n = row.n;
  }

  n: number;

  get messageId(): string {
    return this.row.id;
  }

  get turnId(): string | null {
    return this.row.turnId;
  }

  /** Whether deltas are waiting for missing predecessors. */
  get hasGap(): boolean {
    return this.early.size > 0;
  }

  /** Returns the message's current state. */
  snapshot(): MessageRow {
    return { ...this.row, parts: this.parts, n: this.n };
  }

  /** @returns whether the message grew */
  take({ n, changes }: Delta): boolean {
    if (n <= this.n) return false;
    if (n > this.n + 1) {
      if (this.early.size < MAX_EARLY) this.early.set(n, changes);
      return false;
    }
    this.grow({ n, changes });
    this.takeEarly();
    return true;
  }

  /**
   * Takes over the database's state if it is newer.
   * @returns whether the message grew
   */
  replace(row: MessageRow): boolean {
    this.row = row;
    if (row.n <= this.n) return false;
    this.parts = row.parts;
    this.n = row.n;
    this.tail = [];
    this.tailCharacters = 0;
    this.takeEarly();
    return true;
  }

  /** Returns the deltas after `n`; null when they are no longer kept. */
  since(n: number): DeltaEvent[] | null {
    const first = this.tail[0]?.n ?? this.n + 1;
    return n + 1 < first ? null : this.tail.slice(n + 1 - first).map(({ event }) => event);
  }

  private takeEarly(): void {
    for (let changes = this.early.get(this.n + 1); changes; changes = this.early.get(this.n + 1))
      this.grow({ n: this.n + 1, changes });
    for (const n of this.early.keys()) if (n <= this.n) this.early.delete(n);
  }

  private grow({ n, changes }: Delta): void {
    for (const change of changes) this.parts = applyPartChange(this.parts, change);
    this.n = n;
    const characters = changes.reduce((sum, change) => sum + sizeOf(change), 0);
    const event: DeltaEvent = { type: 'delta', messageId: this.row.id, n, changes };
    this.tail.push({ n, characters, event: shareable(event) });
    this.tailCharacters += characters;
    while (this.tail.length > MAX_DELTAS || this.tailCharacters > MAX_CHARACTERS)
      this.tailCharacters -= this.tail.shift()?.characters ?? 0;
  }
}

function sizeOf(change: PartChange): number {
  if (change.op === 'append') return change.text.length;
  return 'text' in change.part ? change.part.text.length : JSON.stringify(change.part).length;
}
