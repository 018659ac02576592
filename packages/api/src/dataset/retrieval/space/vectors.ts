/** Bytes before the values of a packed vector, for its scale. */
const HEAD = 4;
/** The greatest value of a signed byte. */
export const GREATEST = 127;

/** Bytes of a packed vector. */
export function packedBytes(rank: number): number {
  return HEAD + rank;
}

/** Writes a vector as a scale and signed bytes. */
export function packVector(vector: ArrayLike<number>, to: Uint8Array, offset: number): void {
  let greatest = 0;
  for (let i = 0; i < vector.length; i += 1) greatest = Math.max(greatest, Math.abs(vector[i] as number));
  const scale = greatest / GREATEST || 1;
  new DataView(to.buffer, to.byteOffset).setFloat32(offset, scale, true);
  for (let i = 0; i < vector.length; i += 1)
    to[offset + HEAD + i] = Math.round((vector[i] as number) / scale) & 0xff;
}

/** Adds a packed vector, times a factor. */
export function addPacked(sum: Float64Array, packed: Buffer, factor: number): void {
  const scale = packed.readFloatLE(0) * factor;
  for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + packed.readInt8(HEAD + i) * scale;
}

/** Makes a vector's length 1; zeros stay zeros. */
export function normalise(vector: Float64Array): Float64Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares) || 1;
  return vector.map((value) => value / length);
}

/** Writes a vector of length 1 as signed bytes. */
export function packDirection(vector: Float64Array, to: Int8Array, offset: number): void {
  for (let i = 0; i < vector.length; i += 1) to[offset + i] = Math.round((vector[i] as number) * GREATEST);
}
