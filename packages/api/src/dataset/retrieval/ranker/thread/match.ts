import { bestOf, type Ranked } from '../../rank.ts';
import type { MatchRequest, MatchWord } from '../messages.ts';
import type { HeldDataset } from './held.ts';
import type { Scope } from './scope.ts';
import type { Scopes } from './scopes.ts';

/** Terms that begin alike and are looked at: more would make a query of two letters slow. */
const MAX_BEGINNING = 5_000;
/** Share of a word that only begins like the query's last one. */
const BEGUN = 0.5;

/** The entries of one term in one segment. */
interface List {
  entries: Uint32Array;
  indices: Int32Array;
  start: number;
  end: number;
}

/** Ranks the passages that hold every word, rare words first. */
export function match(
  held: ReadonlyMap<string, HeldDataset>,
  scopes: Scopes,
  request: MatchRequest,
): Ranked[] {
  const datasets = request.datasetIds.flatMap((id) => held.get(id) ?? []);
  const scope = scopes.of(request, datasets);
  const sums = new Sums(scope.size);
  for (const [at, word] of request.words.entries()) {
    sums.add(at, listsOf(scope, word), 1);
    if (word.beginnings) sums.add(at, listsBeginning(scope, word.beginnings), BEGUN);
  }
  let index = 0;
  for (const [at, passages] of request.passages.entries())
    for (const end = index + passages; index < end; index += 1)
      if ((sums.counts[index] as number) < (request.wanted[at] as number)) sums.values[index] = 0;
  return bestOf(sums.values, request.limit);
}

function listsOf({ segments }: Scope, { keys }: MatchWord): List[] {
  return segments.flatMap(({ segment, indices }) =>
    keys.flatMap((key) => {
      const id = segment.terms.get(key);
      return id === undefined ? [] : listOf(segment, indices, id);
    }),
  );
}

function listsBeginning({ segments }: Scope, beginnings: readonly string[]): List[] {
  const lists: List[] = [];
  for (const { segment, indices } of segments)
    for (const [key, id] of segment.terms) {
      if (!beginnings.some((beginning) => key.startsWith(beginning))) continue;
      lists.push(listOf(segment, indices, id));
      if (lists.length >= MAX_BEGINNING) return lists;
    }
  return lists;
}

function listOf(
  { starts, entries }: { starts: Uint32Array; entries: Uint32Array },
  indices: Int32Array,
  id: number,
): List {
  return { entries, indices, start: starts[id] as number, end: starts[id + 1] as number };
}

/** Sums up the scores of passages, one word after the other. */
class Sums {
  readonly values: Float64Array;
  /** Number of words that a passage holds. */
  readonly counts: Uint8Array;
  /** The last of them, from 1. */
  private readonly last: Uint8Array;

  constructor(size: number) {
    this.values = new Float64Array(size);
    this.counts = new Uint8Array(size);
    this.last = new Uint8Array(size);
  }

  /** @param word its number, from 0; they come in order @param share what it counts of a whole word */
  add(word: number, lists: readonly List[], share: number): void {
    const containing = lists.reduce((sum, { start, end }) => sum + end - start, 0);
    const rarity = Math.log(1 + this.values.length / (containing + 1)) * share;
    for (const { entries, indices, start, end } of lists)
      for (let at = start; at < end; at += 1) {
        const entry = entries[at] as number;
        const index = indices[entry >>> 8] as number;
        if (index < 0 || this.last[index] === word + 1) continue;
        const occurrences = entry & 255;
        this.last[index] = word + 1;
        this.counts[index] = (this.counts[index] as number) + 1;
        this.values[index] = (this.values[index] as number) + (rarity * occurrences) / (occurrences + 1);
      }
  }
}
