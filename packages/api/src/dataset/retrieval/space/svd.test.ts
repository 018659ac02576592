import { describe, expect, it } from 'vitest';
import { eigenOfSymmetric } from './eigen.ts';
import { type DenseMatrix, gram, multiply, type SparseMatrix, type SquareMatrix } from './matrix.ts';
import { rightSingularVectors } from './svd.ts';

function sparse(rows: number[][]): SparseMatrix {
  const columns = rows[0]?.length ?? 0;
  const entries = rows.map((row) => row.flatMap((value, at) => (value === 0 ? [] : [{ at, value }])));
  return {
    rows: rows.length,
    columns,
    starts: Uint32Array.from([0, ...entries.map((_, i) => entries.slice(0, i + 1).flat().length)]),
    at: Uint32Array.from(entries.flat(), ({ at }) => at),
    values: Float32Array.from(entries.flat(), ({ value }) => value),
  };
}

const column = ({ rows, columns, values }: DenseMatrix, at: number) =>
  Array.from({ length: rows }, (_, row) => values[row * columns + at] ?? 0);
const columnOf = ({ size, values }: SquareMatrix, at: number) =>
  Array.from({ length: size }, (_, row) => values[row * size + at] ?? 0);

describe('eigenvectors', () => {
  it('of a symmetric matrix are found with their values', () => {
    const { values, vectors } = eigenOfSymmetric({
      size: 2,
      values: Float64Array.of(2, 1, 1, 2),
    });
    expect([...values].map((value) => Number(value.toFixed(9)))).toEqual([3, 1]);
    const [x = 0, y = 0] = columnOf(vectors, 0);
    expect(x / y).toBeCloseTo(1, 9);
  });
});

describe('singular vectors', () => {
  it('are those of a diagonal matrix, the greatest first', () => {
    const { vectors, values } = rightSingularVectors(
      sparse([
        [1, 0, 0],
        [0, 3, 0],
        [0, 0, 2],
      ]),
      2,
    );
    expect([...values].map((value) => Number(value.toFixed(4)))).toEqual([3, 2]);
    expect(column(vectors, 0).map((value) => Math.abs(Number(value.toFixed(4))))).toEqual([0, 1, 0]);
    expect(column(vectors, 1).map((value) => Math.abs(Number(value.toFixed(4))))).toEqual([0, 0, 1]);
  });

  it('stand at right angles and keep as much of a random matrix as its greatest singular values', () => {
    const rows = Array.from({ length: 60 }, (_, i) =>
      Array.from({ length: 40 }, (_, j) => ((i * 31 + j * 17 + i * j * 7) % 11 < 3 ? (i + j) % 5 : 0)),
    );
    const matrix = sparse(rows);
    const { vectors } = rightSingularVectors(matrix, 5);
    const products = gram(vectors);
    for (let i = 0; i < 5; i += 1)
      for (let j = 0; j < 5; j += 1) expect(products.values[i * 5 + j]).toBeCloseTo(i === j ? 1 : 0, 5);
    const all = eigenOfSymmetric(
      gram({ rows: 60, columns: 40, values: Float32Array.from(rows.flat()) }),
    ).values;
    const kept = gram(multiply(matrix, vectors));
    for (let i = 0; i < 5; i += 1) expect((kept.values[i * 5 + i] ?? 0) / (all[i] ?? 1)).toBeCloseTo(1, 3);
  });

  it('are as many as the matrix has', () => {
    expect(
      rightSingularVectors(
        sparse([
          [1, 1, 0],
          [2, 2, 0],
        ]),
        3,
      ).vectors.columns,
    ).toBe(1);
  });
});
