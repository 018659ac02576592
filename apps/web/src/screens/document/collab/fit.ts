import { contradictionIn } from '@tandem/shared/document/contradiction';
import * as Y from 'yjs';
import type { OwnRange } from './own-changes.ts';
import type { UnsavedChanges } from './unsaved.ts';

type Struct = Y.Item | Y.GC;
/** A range of clocks that gets another client id, with its new place. */
interface Move {
  from: number;
  end: number;
  to: number;
}

/**
 * Kept words as they fit a document that the server has now. What the document has already stays as it is; what
 * somebody else wrote meanwhile under the same id keeps that id, and the words written here get another.
 * @param doc the newest state of the document
 * @returns what to put into it, and to keep from now on; the same if nothing has to change
 */
export function fitted(kept: UnsavedChanges, doc: Y.Doc): UnsavedChanges {
  const { update, own, fate } = kept;
  const { structs, ds } = Y.decodeUpdate(update);
  const moves = new Map<number, Move>();
  for (const range of own) {
    const from = firstToMove(doc, structs, range, fate === 'taken');
    if (from < range.end) moves.set(range.client, { from, end: range.end, to: newClient() });
  }
  if (fate === 'waiting' && moves.size === 0) return kept;
  // Other clients resend what a killed server had of them.
  const mine = fate === 'waiting' ? null : new Set(own.map(({ client }) => client));
  return {
    update: encode(moved(structs, moves, mine), ds, moves),
    own: own.flatMap((range) => rangesAfter(range, moves.get(range.client))),
    fate: 'waiting',
  };
}

function rangesAfter(range: OwnRange, move: Move | undefined): OwnRange[] {
  if (!move) return [range];
  const { client, from } = range;
  const rest = { client: move.to, from: 0, end: move.end - move.from };
  return move.from > from ? [{ client, from, end: move.from }, rest] : [rest];
}

/** The clock of the first of these words that needs another id; their end when none does. */
function firstToMove(
  doc: Y.Doc,
  structs: readonly (Struct | Y.Skip)[],
  { client, from, end }: OwnRange,
  anew: boolean,
): number {
  const own = structs.filter(({ id }) => id.client === client);
  const other = contradictionIn(doc, own)?.clock;
  if (other !== undefined) return Math.max(from, other);
  // More than was written here, and all of that: the rest is somebody else's, and nothing of it is lost.
  return anew ? Math.max(from, Y.getState(doc.store, client)) : end;
}

function moveId(id: Y.ID | null, moves: ReadonlyMap<number, Move>): Y.ID | null {
  const move = id && moves.get(id.client);
  if (!id || !move || id.clock < move.from || id.clock >= move.end) return id;
  return Y.createID(move.to, id.clock - move.from);
}

/**
 * The structs, by their new client ids; of a writer who is moved, only those moved.
 * @param mine the writers whose structs are included; null for all
 */
function moved(
  structs: readonly (Struct | Y.Skip)[],
  moves: ReadonlyMap<number, Move>,
  mine: ReadonlySet<number> | null,
) {
  const written = new Map<number, Struct[]>();
  const add = (client: number, struct: Struct) => {
    const same = written.get(client) ?? [];
    if (same.push(struct) === 1) written.set(client, same);
  };
  for (const struct of structs) {
    if (struct instanceof Y.Skip) continue;
    const move = moves.get(struct.id.client);
    const own = move ? part(struct, move) : struct;
    if (own && (mine === null || mine.has(struct.id.client)))
      add(move?.to ?? own.id.client, withIds(own, moves));
  }
  return written;
}

/** Gives a struct, and its references, their new ids. */
function withIds(struct: Struct, moves: ReadonlyMap<number, Move>): Struct {
  struct.id = moveId(struct.id, moves) as Y.ID;
  if (struct instanceof Y.Item) {
    struct.origin = moveId(struct.origin, moves);
    struct.rightOrigin = moveId(struct.rightOrigin, moves);
    if (struct.parent instanceof Y.ID) struct.parent = moveId(struct.parent, moves);
  }
  return struct;
}

/** The part of a struct within a range of clocks; null if empty or indivisible. */
function part(struct: Struct, { from, end }: Move): Struct | null {
  const { client, clock } = struct.id;
  const [start, until] = [Math.max(from, clock), Math.min(end, clock + struct.length)];
  const length = until - start;
  if (length <= 0) return null;
  if (length === struct.length) return struct;
  if (struct instanceof Y.GC) return new Y.GC(Y.createID(client, start), length);
  const { content } = struct;
  if (content instanceof Y.ContentString)
    struct.content = new Y.ContentString(content.str.slice(start - clock, until - clock));
  else if (content instanceof Y.ContentDeleted) struct.content = new Y.ContentDeleted(length);
  else return null;
  if (start > clock) struct.origin = Y.createID(client, start - 1);
  struct.id = Y.createID(client, start);
  struct.length = length;
  return struct;
}

function newClient(): number {
  return new Y.Doc().clientID;
}

/** A change in the encoding of Yjs, version 1. */
function encode(
  written: ReadonlyMap<number, readonly Struct[]>,
  deleted: ReturnType<typeof Y.createDeleteSet>,
  moves: ReadonlyMap<number, Move>,
): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  encoder.writeLen(written.size);
  // Yjs expects the highest first.
  for (const [client, structs] of [...written].sort(([a], [b]) => b - a)) {
    encoder.writeLen(structs.length);
    encoder.writeClient(client);
    encoder.writeLen(structs[0]?.id.clock ?? 0);
    for (const struct of structs) struct.write(encoder, 0);
  }
  const ranges = new Map<number, { clock: number; len: number }[]>();
  const add = ({ client, clock }: Y.ID, len: number) => {
    const known = ranges.get(client) ?? [];
    if (known.length === 0) ranges.set(client, known);
    const last = known.at(-1);
    if (last && last.clock + last.len === clock) last.len += len;
    else known.push({ clock, len });
  };
  for (const [client, items] of deleted.clients)
    for (const { clock, len } of items) {
      if (!moves.has(client)) add(Y.createID(client, clock), len);
      else for (let at = 0; at < len; at += 1) add(moveId(Y.createID(client, clock + at), moves) as Y.ID, 1);
    }
  encoder.writeLen(ranges.size);
  for (const [client, items] of ranges) {
    encoder.writeClient(client);
    encoder.writeLen(items.length);
    for (const { clock, len } of items) {
      encoder.writeDsClock(clock);
      encoder.writeDsLen(len);
    }
  }
  return encoder.toUint8Array();
}
