import { FRAGMENT, MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import * as decoding from 'lib0/decoding';
import * as Y from 'yjs';
import { Places } from './check.places.ts';

/** Maximum writers in one change: an editor has one, after a long time offline a few. */
const MAX_WRITERS = 64;

export type Refusal = 'malformed' | 'foreign' | 'tooLarge' | 'tooCostly' | 'full' | 'taken';

/** A refused change. */
export class RefusedUpdate extends Error {
  readonly reason: Refusal;
  /** For `taken`: the client id. */
  readonly writer: number | undefined;
  constructor(reason: Refusal, writer?: number) {
    super(`a change was refused: ${reason}`);
    this.reason = reason;
    this.writer = writer;
  }
}

/** The contents of a change. */
export type Change = ReturnType<typeof Y.decodeUpdate>;

/**
 * Validates a change in the encoding of Yjs, version 1, before it touches a document.
 * @throws RefusedUpdate `malformed` when it is invalid, has trailing data, or content no editor writes;
 * `tooLarge`; `foreign` when it depends on or deletes items the document lacks, or writes outside the
 * document's blocks
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
  // Deletions of unknown items would be kept pending, and retried with every change of everyone.
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
    // A subdocument has no place in blocks, and readers would load it.
    if (struct.content instanceof Y.ContentDoc) throw new RefusedUpdate('foreign');
    if (typeof parent === 'string' && parent !== FRAGMENT) throw new RefusedUpdate('foreign');
    if (!places.allows(struct)) throw new RefusedUpdate('malformed');
  }
  return { structs, ds };
}

function decoded(update: Uint8Array): Change {
  try {
    const found = Y.decodeUpdate(update);
    // Without structs, Yjs would accept the beginning of other formats as an empty change.
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
