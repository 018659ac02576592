import { eigenOfSymmetric } from './eigen.ts';
import {
  type DenseMatrix,
  dense,
  gram,
  multiply,
  multiplyDense,
  multiplyTransposed,
  type SparseMatrix,
  type SquareMatrix,
} from './matrix.ts';

/** Directions beyond those asked for, and rounds, which make the others exact enough. */
const OVERSAMPLING = 12;
const ROUNDS = 3;
/** Directions with less than this share of the greatest one are rounding errors. */
const NEGLIGIBLE = 1e-9;

/** The greatest singular values of a matrix, with their right singular vectors as columns in the same order. */
export interface SingularVectors {
  values: Float64Array;
  vectors: DenseMatrix;
}

/**
 * The right singular vectors of a sparse matrix for its greatest singular values, by subspace iteration from random
 * directions, the same ones every time. Directions are kept at right angles among the rows only: passages are fewer
 * than the words in them.
 * @param rank how many; the result has fewer when the matrix has
 */
export function rightSingularVectors(matrix: SparseMatrix, rank: number): SingularVectors {
  const width = Math.min(rank + OVERSAMPLING, matrix.rows, matrix.columns);
  // The largest matrix, and so made once.
  const right = randomDirections(matrix.columns, width);
  let left = orthonormal(multiply(matrix, right));
  for (let round = 1; round < ROUNDS; round += 1)
    left = orthonormal(multiply(matrix, multiplyTransposed(matrix, left, right)));
  // Within the subspace that was found, the singular vectors are those of a small matrix.
  multiplyTransposed(matrix, left, right);
  const { vectors, values } = eigenOfSymmetric(gram(right));
  const least = (values[0] ?? 0) * NEGLIGIBLE;
  const kept = Math.min(rank, values.filter((value) => value > least).length);
  const lengths = values.subarray(0, kept).map(Math.sqrt);
  return { values: lengths, vectors: multiplyDense(right, firstColumns(vectors, lengths)) };
}

function randomDirections(rows: number, columns: number): DenseMatrix {
  const directions = dense(rows, columns);
  let state = 0x2545f491;
  for (let i = 0; i < directions.values.length; i += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    directions.values[i] = state / 0x80000000;
  }
  return directions;
}

/**
 * Makes the columns stand at right angles, each of length 1, in place and spanning the same space: matrix × L⁻ᵀ for the
 * Cholesky factor L of their products. A column that depends on those before it becomes zero.
 */
function orthonormal(matrix: DenseMatrix): DenseMatrix {
  const { rows, columns: size, values } = matrix;
  const upper = factorOf(gram(matrix));
  for (let row = 0; row < rows; row += 1) {
    const start = row * size;
    for (let k = 0; k < size; k += 1) {
      const line = k * size;
      const pivot = upper[line + k] as number;
      const value = pivot === 0 ? 0 : (values[start + k] as number) / pivot;
      values[start + k] = value;
      if (value === 0) continue;
      for (let i = k + 1; i < size; i += 1)
        values[start + i] = (values[start + i] as number) - value * (upper[line + i] as number);
    }
  }
  return matrix;
}

/** The Cholesky factor's transpose, row after row; a row of zeros where a column depends on those before it. */
function factorOf({ size, values: a }: SquareMatrix): Float64Array {
  const upper = new Float64Array(size * size);
  let greatest = 0;
  for (let i = 0; i < size; i += 1) greatest = Math.max(greatest, a[i * size + i] as number);
  for (let k = 0; k < size; k += 1) {
    const line = k * size;
    const pivot = a[line + k] as number;
    if (!(pivot > greatest * NEGLIGIBLE)) continue;
    const root = Math.sqrt(pivot);
    for (let i = k; i < size; i += 1) upper[line + i] = (a[line + i] as number) / root;
    // The rest of the products of the columns that follow.
    for (let i = k + 1; i < size; i += 1) {
      const factor = upper[line + i] as number;
      for (let j = i; j < size; j += 1)
        a[i * size + j] = (a[i * size + j] as number) - factor * (upper[line + j] as number);
    }
  }
  return upper;
}

/** The first columns, each divided by its length. */
function firstColumns({ size, values }: SquareMatrix, lengths: Float64Array): DenseMatrix {
  const part = dense(size, lengths.length);
  for (let row = 0; row < size; row += 1)
    for (let i = 0; i < lengths.length; i += 1)
      part.values[row * lengths.length + i] = (values[row * size + i] as number) / (lengths[i] as number);
  return part;
}
