/** The term under which the number of words of each passage is stored. */
export const LENGTHS = '';
/** Bytes of an entry: a passage's number and the occurrences in it, unsigned 32-bit integers, little-endian. */
export const ENTRY_BYTES = 8;
const SIZE_BYTES = 4;

/**
 * Packs the postings of passages into bytes: each a term in UTF-8 and its entries, both with their size in front as an
 * unsigned 32-bit integer, big-endian as the database writes them.
 * @param postings by term, numbers of passages and occurrences in turn
 */
export function packPostings(postings: ReadonlyMap<string, readonly number[]>): Uint8Array {
  const terms = [...postings.keys()].map((term) => Buffer.from(term));
  const lists = [...postings.values()];
  const size = (at: number) => 2 * SIZE_BYTES + (terms[at] as Buffer).length + (lists[at]?.length ?? 0) * 4;
  const bytes = new Uint8Array(lists.reduce((sum, _, at) => sum + size(at), 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const [at, list] of lists.entries()) {
    const term = terms[at] as Buffer;
    view.setUint32(offset, term.length);
    bytes.set(term, offset + SIZE_BYTES);
    offset += SIZE_BYTES + term.length;
    view.setUint32(offset, list.length * 4);
    offset += SIZE_BYTES;
    for (const value of list) {
      view.setUint32(offset, value, true);
      offset += 4;
    }
  }
  return bytes;
}

/** Calls `take` with each term and where its entries begin and end. */
export function eachPosting(
  bytes: Buffer,
  take: (term: string, from: number, to: number) => void,
  { from = 0, to = bytes.length }: { from?: number; to?: number } = {},
): void {
  for (let offset = from; offset < to; ) {
    const termEnd = offset + SIZE_BYTES + bytes.readUInt32BE(offset);
    const start = termEnd + SIZE_BYTES;
    const end = start + bytes.readUInt32BE(termEnd);
    take(bytes.toString('utf8', offset + SIZE_BYTES, termEnd), start, end);
    offset = end;
  }
}
