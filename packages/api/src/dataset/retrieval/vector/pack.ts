import { normalise, packedBytes, packVector } from '../space/vectors.ts';
import { SIGNATURE_BYTES, signatureOf } from './signature.ts';

/** Bytes before the numbers of a packed vector, for its scale. */
const HEAD = packedBytes(0);

/** The stored form of the vectors of consecutive passages. */
export interface PackedVectors {
  signatures: Buffer;
  vectors: Buffer;
}

/** Packs vectors, which get length 1. */
export function packVectors(vectors: readonly Float32Array[]): PackedVectors {
  const size = packedBytes(vectors[0]?.length ?? 0);
  const signatures = Buffer.alloc(vectors.length * SIGNATURE_BYTES);
  const packed = Buffer.alloc(vectors.length * size);
  for (const [n, vector] of vectors.entries()) {
    for (const [word, bits] of signatureOf(vector).entries())
      signatures.writeUInt32LE(bits, n * SIGNATURE_BYTES + word * 4);
    packVector(normalise(Float64Array.from(vector)), packed, n * size);
  }
  return { signatures, vectors: packed };
}

/** The cosine of a direction and a packed vector. @param direction of length 1 */
export function packedCosine(direction: Float64Array, packed: Buffer): number {
  let sum = 0;
  for (let i = 0; i < direction.length; i += 1) sum += (direction[i] as number) * packed.readInt8(HEAD + i);
  return sum * packed.readFloatLE(0);
}

/** Signatures as they are compared; a copy, since the database's bytes stand anywhere. */
export function readSignatures(bytes: Buffer): Uint32Array {
  const words = new Uint32Array(bytes.length / 4);
  // Every machine that Node runs on is little-endian.
  Buffer.from(words.buffer).set(bytes);
  return words;
}
