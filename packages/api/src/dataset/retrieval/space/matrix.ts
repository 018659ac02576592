/** A sparse matrix by rows: the values of row i are at `starts[i]` to `starts[i + 1]`. */
export interface SparseMatrix {
  rows: number;
  columns: number;
  starts: Uint32Array;
  at: Uint32Array;
  values: Float32Array;
}

/** A large dense matrix, row after row. */
export interface DenseMatrix {
  rows: number;
  columns: number;
  values: Float32Array;
}

/** A small matrix with as many rows as columns, which is calculated with exactly. */
export interface SquareMatrix {
  size: number;
  values: Float64Array;
}

export function dense(rows: number, columns: number): DenseMatrix {
  return { rows, columns, values: new Float32Array(rows * columns) };
}

/** sparse × right */
export function multiply({ rows, starts, at, values }: SparseMatrix, right: DenseMatrix): DenseMatrix {
  const product = dense(rows, right.columns);
  const width = right.columns;
  for (let row = 0; row < rows; row += 1)
    for (let entry = starts[row] as number; entry < (starts[row + 1] as number); entry += 1)
      addRow(
        product.values,
        row * width,
        right.values,
        (at[entry] as number) * width,
        width,
        values[entry] as number,
      );
  return product;
}

/** sparseᵀ × right. @param product memory for the result, of its size */
export function multiplyTransposed(
  { rows, columns, starts, at, values }: SparseMatrix,
  right: DenseMatrix,
  product = dense(columns, right.columns),
): DenseMatrix {
  product.values.fill(0);
  const width = right.columns;
  for (let row = 0; row < rows; row += 1)
    for (let entry = starts[row] as number; entry < (starts[row + 1] as number); entry += 1)
      addRow(
        product.values,
        (at[entry] as number) * width,
        right.values,
        row * width,
        width,
        values[entry] as number,
      );
  return product;
}

/** leftᵀ × left, a square matrix that is the same on both sides of its diagonal. */
export function gram({ rows, columns, values }: DenseMatrix): SquareMatrix {
  const sums = new Float64Array(columns * columns);
  for (let row = 0; row < rows; row += 1) {
    const start = row * columns;
    for (let i = 0; i < columns; i += 1) {
      const factor = values[start + i] as number;
      const line = i * columns;
      for (let j = i; j < columns; j += 1)
        sums[line + j] = (sums[line + j] as number) + factor * (values[start + j] as number);
    }
  }
  for (let i = 1; i < columns; i += 1)
    for (let j = 0; j < i; j += 1) sums[i * columns + j] = sums[j * columns + i] as number;
  return { size: columns, values: sums };
}

/** left × right */
export function multiplyDense(left: DenseMatrix, right: DenseMatrix): DenseMatrix {
  const product = dense(left.rows, right.columns);
  const width = right.columns;
  for (let row = 0; row < left.rows; row += 1)
    for (let i = 0; i < left.columns; i += 1) {
      const factor = left.values[row * left.columns + i] as number;
      if (factor !== 0) addRow(product.values, row * width, right.values, i * width, width, factor);
    }
  return product;
}

function addRow(
  to: Float32Array,
  toStart: number,
  from: Float32Array,
  fromStart: number,
  width: number,
  factor: number,
): void {
  for (let i = 0; i < width; i += 1)
    to[toStart + i] = (to[toStart + i] as number) + factor * (from[fromStart + i] as number);
}
