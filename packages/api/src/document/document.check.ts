import { FRAGMENT, MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import * as decoding from 'lib0/decoding';
import * as Y from 'yjs';

/** Writers whose work may come in one change; an editor has one, one that was offline for long a few. */
const MAX_WRITERS = 64;

export type Refusal = 'malformed' | 'foreign' | 'tooLarge' | 'tooCostly' | 'full';

/** A change that is not taken. */
export class RefusedUpdate extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(`a change was refused: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Reads a change in the encoding of Yjs, version 1, before it touches a document.
 * @throws RefusedUpdate `malformed` when it is none, or holds something after its end; `tooLarge`; `foreign` when it
 * builds on what the document does not have, or writes beside the document's blocks
 */
export function checkUpdate(doc: Y.Doc, update: Uint8Array): void {
  if (update.byteLength > MAX_UPDATE_BYTES) throw new RefusedUpdate('tooLarge');
  const { structs } = decoded(update);
  const known = Y.getState;
  const next = new Map<number, number>();
  for (const struct of structs) {
    if (struct instanceof Y.Skip) throw new RefusedUpdate('foreign');
    const { client, clock } = struct.id;
    const from = next.get(client) ?? known(doc.store, client);
    if (clock > from) throw new RefusedUpdate('foreign');
    next.set(client, Math.max(from, clock + struct.length));
    if (next.size > MAX_WRITERS) throw new RefusedUpdate('tooCostly');
  }
  const has = (id: Y.ID | null) =>
    id === null || id.clock < (next.get(id.client) ?? known(doc.store, id.client));
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue;
    if (!has(struct.origin) || !has(struct.rightOrigin)) throw new RefusedUpdate('foreign');
    // A document within has no place in the blocks, and would be fetched by whoever reads.
    if (struct.content instanceof Y.ContentDoc) throw new RefusedUpdate('foreign');
    const { parent } = struct;
    if (typeof parent === 'string' && parent !== FRAGMENT) throw new RefusedUpdate('foreign');
    if (parent instanceof Y.ID && !has(parent)) throw new RefusedUpdate('foreign');
  }
}

function decoded(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> {
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
