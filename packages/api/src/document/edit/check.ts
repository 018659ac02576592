import { FRAGMENT, MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import * as decoding from 'lib0/decoding';
import * as Y from 'yjs';
import { Places } from './check.places.ts';

/** Writers whose work may come in one change; an editor has one, one that was offline for long a few. */
const MAX_WRITERS = 64;

export type Refusal = 'malformed' | 'foreign' | 'tooLarge' | 'tooCostly' | 'full' | 'taken';

/** A change that is not taken. */
export class RefusedUpdate extends Error {
  readonly reason: Refusal;
  /** Of what is `taken`: the number of a writer. */
  readonly writer: number | undefined;
  constructor(reason: Refusal, writer?: number) {
    super(`a change was refused: ${reason}`);
    this.reason = reason;
    this.writer = writer;
  }
}

/** What a change consists of. */
export type Change = ReturnType<typeof Y.decodeUpdate>;

/**
 * Reads a change in the encoding of Yjs, version 1, before it touches a document.
 * @throws RefusedUpdate `malformed` when it is none, holds something after its end, or what no editor writes; `tooLarge`;
 * `foreign` when it builds on what the document does not have, deletes such, or writes beside the document's blocks
 */
export function checkUpdate(doc: Y.Doc, update: Uint8Array): Change {
  if (update.byteLength > MAX_UPDATE_BYTES) throw new RefusedUpdate('tooLarge');
  const { structs, ds } = decoded(update);
  const next = new Map<number, number>();
  const end = (client: number) => next.get(client) ?? Y.getState(doc.store, client);
  for (const struct of structs) {
    if (struct instanceof Y.Skip) throw new RefusedUpdate('foreign');
    const { client, clock } = struct.id;
    if (clock > end(client)) throw new RefusedUpdate('foreign');
    next.set(client, Math.max(end(client), clock + struct.length));
    if (next.size > MAX_WRITERS) throw new RefusedUpdate('tooCostly');
  }
  // What is deleted before it is there would be kept aside, and tried again with every change of everyone.
  for (const [client, ranges] of ds.clients)
    for (const { clock, len } of ranges) if (clock + len > end(client)) throw new RefusedUpdate('foreign');

  const places = new Places(doc, structs);
  for (const struct of structs) {
    const { client, clock } = struct.id;
    if (!(struct instanceof Y.Item) || clock + struct.length <= Y.getState(doc.store, client)) continue;
    const { origin, rightOrigin, parent } = struct;
    for (const id of [origin, rightOrigin, parent]) {
      if (!(id instanceof Y.ID)) continue;
      if (id.clock >= end(id.client)) throw new RefusedUpdate('foreign');
      if (id.client === client && id.clock >= clock) throw new RefusedUpdate('malformed');
    }
    // A document within has no place in the blocks, and would be fetched by whoever reads.
    if (struct.content instanceof Y.ContentDoc) throw new RefusedUpdate('foreign');
    if (typeof parent === 'string' && parent !== FRAGMENT) throw new RefusedUpdate('foreign');
    if (!places.allows(struct)) throw new RefusedUpdate('malformed');
  }
  return { structs, ds };
}

function decoded(update: Uint8Array): Change {
  try {
    const found = Y.decodeUpdate(update);
    // Without any structs Yjs would take the beginning of other formats for a change that does nothing.
    if (found.structs.length === 0) readDeletions(update);
    return found;
  } catch (err) {
    if (err instanceof RefusedUpdate) throw err;
    throw new RefusedUpdate('malformed');
  }
}

/** Reads a change of deletions alone to its very end. */
function readDeletions(update: Uint8Array): void {
  const decoder = decoding.createDecoder(update);
  if (decoding.readVarUint(decoder) !== 0) throw new RefusedUpdate('malformed');
  for (let clients = decoding.readVarUint(decoder); clients > 0; clients -= 1) {
    decoding.readVarUint(decoder);
    for (let ranges = decoding.readVarUint(decoder); ranges > 0; ranges -= 1) {
      decoding.readVarUint(decoder);
      decoding.readVarUint(decoder);
    }
  }
  if (decoding.hasContent(decoder)) throw new RefusedUpdate('malformed');
}
