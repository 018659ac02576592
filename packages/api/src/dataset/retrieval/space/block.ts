import { closeSync, openSync, readSync } from 'node:fs';
import { ENTRY_BYTES, eachPosting, LENGTHS } from '../../../content/file/extraction/index/postings.ts';

/** The header of an extraction's postings. */
export interface BlockHead {
  extractionId: number;
  language: string | null;
  passages: number;
  /** Bytes of the postings that follow. */
  bytes: number;
}

/** The terms of one extraction's passages. */
export interface Block extends BlockHead {
  terms: string[];
  /** Of passage n the entries `starts[n]` to `starts[n + 1]`: indices of terms, and their occurrences. */
  starts: Uint32Array;
  at: Uint32Array;
  counts: Uint8Array;
}

/** More occurrences in a passage count as so many. */
const MAX_COUNT = 255;
/** Bytes read at once while the end of a head is looked for. */
const HEAD_BYTES = 200;

/** Writes the header of an extraction's postings. */
export function headOf(head: BlockHead): string {
  return `${JSON.stringify(head)}\n`.padStart(HEAD_BYTES);
}

/** The extractions in a file of heads and postings, one after the other. */
export function* readBlocks(file: string): Generator<Block> {
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    while (readSync(handle, head) === HEAD_BYTES) {
      const described = JSON.parse(head.toString()) as BlockHead;
      const bytes = Buffer.alloc(described.bytes);
      for (let at = 0; at < bytes.length; ) at += readSync(handle, bytes, at, bytes.length - at, null);
      yield { ...described, ...byPassage(bytes, described.passages) };
    }
  } finally {
    closeSync(handle);
  }
}

/** Turns postings into the terms of each passage. */
function byPassage(bytes: Buffer, passages: number): Omit<Block, keyof BlockHead> {
  const terms = new Map<string, number>();
  /** Of each list: its term, and where its entries begin and end. */
  const lists: number[] = [];
  const starts = new Uint32Array(passages + 1);
  eachPosting(bytes, (term, from, to) => {
    if (term === LENGTHS) return;
    const known = terms.get(term) ?? terms.size;
    terms.set(term, known);
    lists.push(known, from, to);
    for (let at = from; at < to; at += ENTRY_BYTES) {
      const n = bytes.readUInt32LE(at);
      if (n < passages) starts[n + 1] = (starts[n + 1] as number) + 1;
    }
  });
  for (let n = 0; n < passages; n += 1) starts[n + 1] = (starts[n + 1] as number) + (starts[n] as number);
  const next = starts.slice();
  const at = new Uint32Array(starts[passages] as number);
  const counts = new Uint8Array(at.length);
  for (let list = 0; list < lists.length; list += 3)
    for (
      let offset = lists[list + 1] as number;
      offset < (lists[list + 2] as number);
      offset += ENTRY_BYTES
    ) {
      const n = bytes.readUInt32LE(offset);
      if (n >= passages) continue;
      const place = next[n] as number;
      next[n] = place + 1;
      at[place] = lists[list] as number;
      counts[place] = Math.min(MAX_COUNT, bytes.readUInt32LE(offset + 4));
    }
  return { terms: [...terms.keys()], starts, at, counts };
}
