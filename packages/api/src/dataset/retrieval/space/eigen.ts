import type { SquareMatrix } from './matrix.ts';

/** Rounds of rotations; ten are enough for matrices of a few hundred rows. */
const MAX_ROUNDS = 30;
const PRECISION = 1e-12;

/** Eigenvalues, the greatest first, and the eigenvectors as columns in the same order. */
export interface Eigen {
  values: Float64Array;
  vectors: SquareMatrix;
}

/** Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations. */
export function eigenOfSymmetric({ size, values: given }: SquareMatrix): Eigen {
  const a = Float64Array.from(given);
  const v = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) v[i * size + i] = 1;
  const norm = normOf(a) || 1;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let off = 0;
    for (let p = 0; p < size; p += 1)
      for (let q = p + 1; q < size; q += 1) {
        const apq = a[p * size + q] as number;
        off = Math.max(off, Math.abs(apq));
        if (Math.abs(apq) > PRECISION * norm) rotate(a, v, size, p, q);
      }
    if (off <= PRECISION * norm) break;
  }
  return sorted(a, v, size);
}

function normOf(a: Float64Array): number {
  let sum = 0;
  for (const value of a) sum += value * value;
  return Math.sqrt(sum);
}

/** Makes the entry at (p, q) zero by turning rows and columns p and q. */
function rotate(a: Float64Array, v: Float64Array, size: number, p: number, q: number): void {
  const at = (row: number, column: number) => a[row * size + column] as number;
  const theta = (at(q, q) - at(p, p)) / (2 * at(p, q));
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cos = 1 / Math.sqrt(t * t + 1);
  const sin = t * cos;
  const turn = (m: Float64Array, i: number, j: number) => {
    const [x, y] = [m[i] as number, m[j] as number];
    m[i] = cos * x - sin * y;
    m[j] = sin * x + cos * y;
  };
  for (let k = 0; k < size; k += 1) turn(a, k * size + p, k * size + q);
  for (let k = 0; k < size; k += 1) turn(a, p * size + k, q * size + k);
  // Eigenvectors as rows here, so that they lie together.
  for (let k = 0; k < size; k += 1) turn(v, p * size + k, q * size + k);
}

function sorted(a: Float64Array, v: Float64Array, size: number): Eigen {
  const order = Array.from({ length: size }, (_, i) => i).sort(
    (i, j) => (a[j * size + j] as number) - (a[i * size + i] as number),
  );
  const vectors = new Float64Array(size * size);
  for (const [column, i] of order.entries())
    for (let k = 0; k < size; k += 1) vectors[k * size + column] = v[i * size + k] as number;
  return {
    values: Float64Array.from(order, (i) => a[i * size + i] as number),
    vectors: { size, values: vectors },
  };
}
