import type { Db } from '@tandem/db';
import { perProcess } from '../../../core/per-process.ts';
import type { Platform } from '../../../core/platform.ts';
import { readSignatures } from './pack.ts';
import { findFilled, findSignatures } from './search.repo.ts';
import { SIGNATURE_BYTES, SIGNATURE_WORDS } from './signature.ts';

/** Bytes of signatures that one process keeps: those of four million passages. */
const MAX_KEPT = 256 * 1024 * 1024;
/** Passages whose signatures are read from the database at once. */
const PASSAGES_AT_ONCE = 50_000;

interface Kept {
  /** By content, those used last at the end. */
  signatures: Map<number, Uint32Array>;
  bytes: number;
  /** The reading that others wait for. */
  reading: Promise<void>;
}

/** By index, those used last at the end. */
const kept = perProcess(() => new Map<number, Kept>());

/** A content, and its passages that are searched. */
interface Wanted {
  id: number;
  passages: number;
}

/** The signatures of contents that have some, as far as memory allows, by content. */
export async function signaturesOf(
  { db, platform }: { db: Db; platform: Platform },
  indexId: number,
  contents: readonly Wanted[],
): Promise<Map<number, Uint32Array>> {
  const all = kept(platform);
  const held = all.get(indexId) ?? { signatures: new Map(), bytes: 0, reading: Promise.resolve() };
  all.delete(indexId);
  all.set(indexId, held);
  let bytes = 0;
  const wanted = contents.filter(({ passages }) => {
    bytes += passages * SIGNATURE_BYTES;
    return bytes <= MAX_KEPT;
  });
  if (wanted.some((each) => isMissing(held, each))) {
    // One after the other, so that searches that meet do not read the same.
    const reading = held.reading.then(() => complete(db, indexId, held, wanted));
    held.reading = reading.catch(() => {});
    await reading;
  }
  const found = new Map<number, Uint32Array>();
  for (const { id } of wanted) {
    const signatures = held.signatures.get(id);
    if (!signatures) continue;
    held.signatures.delete(id);
    held.signatures.set(id, signatures);
    found.set(id, signatures);
  }
  makeRoom(all, held);
  return found;
}

/** Whether a content has passages whose signatures are not in memory. They are never changed, only added to. */
function isMissing({ signatures }: Kept, { id, passages }: Wanted): boolean {
  return (signatures.get(id)?.length ?? 0) < passages * SIGNATURE_WORDS;
}

async function complete(db: Db, indexId: number, held: Kept, wanted: readonly Wanted[]): Promise<void> {
  const missing = wanted.filter((each) => isMissing(held, each)).map(({ id }) => id);
  const filled = await findFilled(db, indexId, missing);
  await read(
    db,
    indexId,
    held,
    filled.filter(({ extractionId: id, passages }) => isMissing(held, { id, passages })),
  );
}

async function read(
  db: Db,
  indexId: number,
  held: Kept,
  missing: readonly { extractionId: number; passages: number }[],
): Promise<void> {
  let ids: number[] = [];
  let passages = 0;
  for (const [at, each] of missing.entries()) {
    ids.push(each.extractionId);
    passages += each.passages;
    if (passages < PASSAGES_AT_ONCE && at < missing.length - 1) continue;
    for (const { extractionId, signatures } of await findSignatures(db, indexId, ids)) {
      held.bytes += signatures.length - (held.signatures.get(extractionId)?.byteLength ?? 0);
      held.signatures.set(extractionId, readSignatures(signatures));
    }
    ids = [];
    passages = 0;
  }
}

/** Drops what was not used for longest: of other indexes all, of this one by content. */
function makeRoom(all: Map<number, Kept>, held: Kept): void {
  let bytes = all.values().reduce((sum, each) => sum + each.bytes, 0);
  for (const [id, each] of all) {
    if (bytes <= MAX_KEPT || each === held) break;
    all.delete(id);
    bytes -= each.bytes;
  }
  for (const [id, signatures] of held.signatures) {
    if (bytes <= MAX_KEPT) break;
    held.signatures.delete(id);
    held.bytes -= signatures.byteLength;
    bytes -= signatures.byteLength;
  }
}
