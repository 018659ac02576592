import type { onMessageParameters } from '@hocuspocus/provider';
import { contradictionIn } from '@tandem/shared/document/contradiction';
import * as Y from 'yjs';

/** Changes that have to be written again twice within this time are refused, in milliseconds. */
const AGAIN_MS = 30_000;
/** When documents were last written again, by their ids. */
const writtenAgain = new Map<string, number>();

/** Clocks of one writer: `from` inclusive, `end` exclusive. */
interface Range {
  from: number;
  end: number;
}
export interface OwnRange extends Range {
  client: number;
}

/** A question to the server, whether it has a writer's changes. */
export interface Claim {
  client: number;
  end: number;
}

/**
 * Changes made in this browser that the server has not confirmed, by their ids in Yjs. If another editor
 * writes under one of these ids, the server takes its changes for ours: it then stores the same number of
 * letters, but not the same letters.
 */
export class OwnChanges {
  private readonly doc: Y.Doc;
  private readonly ranges = new Map<number, Range>();

  constructor(doc: Y.Doc) {
    this.doc = doc;
  }

  /** Notes a change that was made here. */
  note({ beforeState, afterState }: Pick<Y.Transaction, 'beforeState' | 'afterState'>): void {
    for (const [client, end] of afterState) {
      const before = beforeState.get(client) ?? 0;
      if (end > before) this.ranges.set(client, { from: this.ranges.get(client)?.from ?? before, end });
    }
  }

  /** The next thing to ask the server for; null when only deletions may be unknown to it. */
  claim(): Claim | null {
    const [first] = this.ranges;
    return first ? { client: first[0], end: first[1].end } : null;
  }

  /**
   * Applies the server's answer to a claim.
   * @param clock how much it has of the writer
   * @returns `lacking` if it has less than was written here, `borrowed` if it has more
   */
  settle({ client, end }: Claim, clock: number): 'stored' | 'lacking' | 'borrowed' {
    const range = this.ranges.get(client);
    if (!range) return 'stored';
    if (clock < end) return 'lacking';
    if (clock > range.end) return 'borrowed';
    if (range.end === end) this.ranges.delete(client);
    else range.from = end;
    return 'stored';
  }

  /** The unconfirmed ranges. */
  list(): OwnRange[] {
    return [...this.ranges].map(([client, range]) => ({ client, ...range }));
  }

  /** Whether the server has confirmed all the own changes that a state vector counts. */
  isStored(vector: Uint8Array): boolean {
    const counted = Y.decodeStateVector(vector);
    return [...this.ranges].every(([client, { from }]) => from >= (counted.get(client) ?? 0));
  }

  /** Whether a change that came from the server holds other words under an id of ours. Ask before it is applied. */
  isBorrowed(update: Uint8Array): boolean {
    if (this.ranges.size === 0) return false;
    const { to } = Y.parseUpdateMeta(update);
    if (![...this.ranges].some(([client, { from }]) => (to.get(client) ?? 0) > from)) return false;
    return Y.decodeUpdate(update).structs.some((struct) => {
      const range = this.ranges.get(struct.id.client);
      const end = struct.id.clock + struct.length;
      if (!range || end <= range.from) return false;
      return end > range.end || contradictionIn(this.doc, [struct]) !== null;
    });
  }
}

/** Kinds of messages: of the provider, and of the sync protocol of Yjs. */
const SYNC = 0;
const ANSWER = 1;
const UPDATE = 2;

/** The change that a message of the server brings; null when it brings none. */
export function updateIn({ message }: Pick<onMessageParameters, 'message'>): Uint8Array | null {
  message.readVarString();
  if (message.readVarUint() !== SYNC) return null;
  const kind = message.readVarUint();
  return kind === ANSWER || kind === UPDATE ? message.readVarUint8Array() : null;
}

/** Whether a document may be written again: not when that has just been done, and did not help. */
export function mayWriteAgain(documentId: string): boolean {
  const last = writtenAgain.get(documentId) ?? Number.NEGATIVE_INFINITY;
  writtenAgain.set(documentId, Date.now());
  return Date.now() - last > AGAIN_MS;
}
