import { describe, expect, it } from 'vitest';
import { multiplier } from './cosines.ts';

/** Numbers from -1 to 1, the same every time. */
function numbers(count: number, seed: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => Math.sin(seed + i * 7.13 + i * i * 0.37));
}

describe('products of a direction with many vectors', () => {
  it.each([1, 2, 15, 16, 17, 33, 160, 1_024, 1_025])('are those of one by one, of %i dimensions', (rank) => {
    const direction = numbers(rank, 1).map((value) => value / Math.sqrt(rank));
    // Several times as many as are multiplied at once, in stretches of odd lengths.
    const count = Math.ceil(600_000 / rank);
    const vectors = Int8Array.from(numbers(count * rank, 2), (value) => Math.round(value * 127));
    const products = new Float64Array(count).fill(Number.NaN);
    const all = multiplier(direction, 127, (index, product) => {
      products[index] = product;
    });
    for (let from = 0; from < count; ) {
      const some = Math.min(count - from, 1 + (from % 1_000));
      all.add(vectors.subarray(from * rank, (from + some) * rank), some, from);
      from += some;
    }
    all.end();
    let furthest = 0;
    for (let n = 0; n < count; n += 1) {
      let sum = 0;
      for (let i = 0; i < rank; i += 1) sum += (direction[i] as number) * (vectors[n * rank + i] as number);
      furthest = Math.max(furthest, Math.abs(sum / 127 - (products[n] as number)));
    }
    expect(furthest).toBeLessThan(0.001);
  });

  it('reads as many vectors as it is told', () => {
    const told: number[] = [];
    const all = multiplier(Float32Array.of(1, 0), 127, (index, product) => told.push(index, product));
    all.add(Int8Array.of(127, 0, 0, 127, 64, 64), 2, 5);
    all.end();
    expect(told).toEqual([5, expect.closeTo(1, 3), 6, 0]);
  });
});
