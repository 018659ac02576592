import { expect, it } from 'vitest';
import { normalise, packedBytes } from '../space/vectors.ts';
import { packedCosine, packVectors, readSignatures } from './pack.ts';
import { compareSignatures, mostEqual, SIGNATURE_BYTES, SIGNATURE_WORDS, signatureOf } from './signature.ts';

/** Numbers of a normal distribution, the same in every run. */
function source(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

function cosineOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [one, two] = [normalise(Float64Array.from(a)), normalise(Float64Array.from(b))];
  return one.reduce((sum, value, i) => sum + value * (two[i] as number), 0);
}

function equalBits(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const equal = new Uint16Array(1);
  compareSignatures(signatureOf(a), signatureOf(b), 1, equal);
  return equal[0] as number;
}

it.each([3, 384, 1_024, 3_072])('tells the angle between vectors of %i numbers', (dimensions) => {
  const next = source(dimensions);
  for (const share of [0, 0.3, 0.7, 0.95]) {
    const a = Float32Array.from({ length: dimensions }, next);
    const b = a.map((value) => share * value + (1 - share) * next());
    const angle = Math.acos(cosineOf(a, b)) / Math.PI;
    // Of few numbers even many bits say little.
    expect(Math.abs(1 - equalBits(a, b) / 512 - angle)).toBeLessThan(dimensions < 10 ? 0.25 : 0.09);
  }
});

it('finds a vector equal to itself and different from its opposite, also where one number outweighs all', () => {
  const next = source(7);
  const vector = Float32Array.from({ length: 768 }, (_, i) => (i === 5 ? 40 : next()));
  expect(equalBits(vector, vector)).toBe(512);
  expect(
    equalBits(
      vector,
      vector.map((value) => -value),
    ),
  ).toBe(0);
});

it('keeps nearly all neighbours among the candidates, of vectors that all point one way', () => {
  const next = source(11);
  const [dimensions, count] = [256, 4_000];
  const common = Float32Array.from({ length: dimensions }, () => 2 * next());
  const topics = Array.from({ length: 40 }, () => common.map((value) => value + next()));
  const around = (topic: Float32Array) => topic.map((value) => value + 0.6 * next());
  const vectors = Array.from({ length: count }, (_, n) => around(topics[n % 40] as Float32Array));
  const query = around(topics[3] as Float32Array);
  const best = (score: (n: number) => number, limit: number) =>
    [...vectors.keys()].sort((a, b) => score(b) - score(a)).slice(0, limit);
  const nearest = best((n) => cosineOf(query, vectors[n] as Float32Array), 20);
  const equal = new Uint16Array(count);
  compareSignatures(signatureOf(query), readSignatures(packVectors(vectors).signatures), count, equal);
  const candidates = new Set(mostEqual(equal, 200));
  expect(candidates.size).toBeLessThan(300);
  expect(nearest.filter((n) => candidates.has(n)).length).toBeGreaterThanOrEqual(19);
});

it('takes the greatest counts, with all that equal the last one, and none of 0', () => {
  expect(mostEqual(Uint16Array.from([0, 5, 512, 5, 7, 0]), 3)).toEqual([1, 2, 3, 4]);
  expect(mostEqual(Uint16Array.from([0, 5, 512, 5, 7, 0]), 2)).toEqual([2, 4]);
  expect(mostEqual(Uint16Array.from([0, 3]), 10)).toEqual([1]);
  expect(mostEqual(new Uint16Array(), 10)).toEqual([]);
});

it('packs vectors so that their cosine is nearly exact', () => {
  const next = source(3);
  const vectors = Array.from({ length: 5 }, () => Float32Array.from({ length: 100 }, () => 9 * next()));
  const packed = packVectors(vectors);
  expect(packed.signatures.length).toBe(5 * SIGNATURE_BYTES);
  expect(readSignatures(packed.signatures).length).toBe(5 * SIGNATURE_WORDS);
  expect(readSignatures(packed.signatures).slice(SIGNATURE_WORDS, 2 * SIGNATURE_WORDS)).toEqual(
    signatureOf(vectors[1] as Float32Array),
  );
  const size = packedBytes(100);
  const query = Float32Array.from({ length: 100 }, next);
  for (const [n, vector] of vectors.entries()) {
    const part = packed.vectors.subarray(n * size, (n + 1) * size);
    const cosine = packedCosine(normalise(Float64Array.from(query)), part);
    expect(cosine).toBeCloseTo(cosineOf(query, vector), 2);
  }
});

it('takes a vector of zeros, which is like none', () => {
  const { vectors } = packVectors([new Float32Array(8)]);
  expect(
    packedCosine(
      Float64Array.from({ length: 8 }, () => 0.35),
      vectors,
    ),
  ).toBe(0);
});
