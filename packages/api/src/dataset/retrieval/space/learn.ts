import { Numbering, type PassageTerms, readPassages, samplePassages } from './passages.ts';
import { rightSingularVectors } from './svd.ts';
import { normalise, packDirection, packedBytes, packVector } from './vectors.ts';
import { collectVocabulary, FeatureCounter, matrixOf } from './vocabulary.ts';

/** Passages from which the space is learned; of more, every so many are taken and the others placed in it. */
const MAX_LEARNED = 12_000;
const MAX_RANK = 160;
/** Fewer dimensions than this share of the passages, since with all of them nothing is learned. */
const RANK_SHARE = 1 / 3;

/** A space that was learned from the words of a dataset. */
export interface LearnedSpace {
  rank: number;
  /** Features, separated by spaces. */
  terms: string;
  /** Their packed vectors, one after the other, each weighed by how rare the feature is. */
  vectors: Uint8Array;
  /** Directions of the passages of each extraction. */
  extractions: { extractionId: number; vectors: Uint8Array }[];
}

/**
 * Learns which words of a dataset go together (latent semantic analysis), and places its passages by them.
 * @param file of heads and postings
 * @param passages in all of it
 */
export function learnSpace(file: string, passages: number): LearnedSpace {
  const numbering = new Numbering();
  const sample = samplePassages(file, numbering, Math.ceil(passages / MAX_LEARNED));
  const vocabulary = collectVocabulary(sample, numbering);
  const counter = new FeatureCounter(numbering, vocabulary);
  const matrix = matrixOf(sample, counter, vocabulary.names.length);
  const { vectors: directions, values } = rightSingularVectors(matrix, rankFor(matrix.rows));
  const rank = directions.columns;
  const size = packedBytes(rank);
  const vectors = new Uint8Array(vocabulary.names.length * size);
  for (let id = 0; id < vocabulary.names.length; id += 1) {
    const rarity = vocabulary.rarity[id] as number;
    // Queries are short: what many passages share counts more for them.
    const direction = directions.values
      .subarray(id * rank, (id + 1) * rank)
      .map((value, i) => value * rarity * (values[i] as number));
    packVector(direction, vectors, id * size);
  }
  const extractions: LearnedSpace['extractions'] = [];
  for (const extraction of readPassages(file, numbering))
    extractions.push({
      extractionId: extraction.extractionId,
      vectors: place(extraction, counter, directions.values, rank),
    });
  return { rank, terms: vocabulary.names.join(' '), vectors, extractions };
}

function rankFor(passages: number): number {
  return Math.ceil(Math.min(MAX_RANK, 5 * Math.sqrt(passages), passages * RANK_SHARE));
}

/** Where each passage of an extraction lies among the directions. */
function place(
  extraction: PassageTerms,
  counter: FeatureCounter,
  directions: Float32Array,
  rank: number,
): Uint8Array {
  const placed = new Int8Array(extraction.passages * rank);
  const sum = new Float64Array(rank);
  for (let n = 0; n < extraction.passages; n += 1) {
    sum.fill(0);
    counter.each(extraction, n, (id, value) => {
      const start = id * rank;
      for (let i = 0; i < rank; i += 1)
        sum[i] = (sum[i] as number) + value * (directions[start + i] as number);
    });
    packDirection(normalise(sum), placed, n * rank);
  }
  return new Uint8Array(placed.buffer);
}
