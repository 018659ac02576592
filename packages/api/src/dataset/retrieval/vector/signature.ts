/** Bits of a signature, and the bytes and 32-bit words that hold them. */
const BITS = 512;
export const SIGNATURE_BYTES = BITS / 8;
export const SIGNATURE_WORDS = BITS / 32;

/**
 * The signs of a vector after a random rotation: the share of bits in which two differ is the angle between their
 * vectors, about. The rotation spreads what models put into a few numbers over all bits, so that any model's vectors,
 * of any length, get by with as many.
 */
export function signatureOf(vector: ArrayLike<number>): Uint32Array {
  const size = Math.max(BITS, 2 ** Math.ceil(Math.log2(vector.length)));
  const rotated = new Float32Array(size);
  const flip = flipper();
  for (let i = 0; i < vector.length; i += 1) rotated[i] = (vector[i] as number) * flip();
  transform(rotated);
  const words = new Uint32Array(SIGNATURE_WORDS);
  for (let bit = 0; bit < BITS; bit += 1)
    if ((rotated[bit] as number) > 0)
      words[bit >> 5] = ((words[bit >> 5] as number) | (1 << (bit & 31))) >>> 0;
  return words;
}

/** Signs without a pattern, the same for all vectors and processes: changing them makes stored signatures useless. */
function flipper(): () => 1 | -1 {
  let state = 0x9e3779b9;
  return () => {
    // Xorshift.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state & 1) === 0 ? 1 : -1;
  };
}

/** The Walsh–Hadamard transform, in place; the length is a power of two. */
function transform(values: Float32Array): void {
  for (let half = 1; half < values.length; half *= 2)
    for (let start = 0; start < values.length; start += 2 * half)
      for (let i = start; i < start + half; i += 1) {
        const [a, b] = [values[i] as number, values[i + half] as number];
        values[i] = a + b;
        values[i + half] = a - b;
      }
}

/**
 * Counts the bits in which signatures are equal to one.
 * @param all signatures, one after the other
 * @param equal gets the counts of the first `count`, from `base` on
 */
export function compareSignatures(
  one: Uint32Array,
  all: Uint32Array,
  count: number,
  equal: Uint16Array,
  base = 0,
): void {
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    let different = 0;
    for (let word = 0; word < SIGNATURE_WORDS; word += 1, at += 1) {
      let bits = (one[word] as number) ^ (all[at] as number);
      bits -= (bits >>> 1) & 0x55555555;
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      different += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    equal[base + n] = BITS - different;
  }
}

/** The places of the greatest counts, about as many as wanted: of equal ones all or none. Those of 0 are left out. */
export function mostEqual(equal: Uint16Array, wanted: number): number[] {
  const places = new Uint32Array(BITS + 1);
  for (const count of equal) places[count] = (places[count] as number) + 1;
  let least = BITS;
  for (let found = places[BITS] as number; found < wanted && least > 1; ) {
    least -= 1;
    found += places[least] as number;
  }
  const best: number[] = [];
  for (let at = 0; at < equal.length; at += 1) if ((equal[at] as number) >= least) best.push(at);
  return best;
}
