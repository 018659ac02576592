import type { Block, Inline, TableContent } from '@tandem/shared/document/blocks';
import type { BlockHead, Difference, DifferenceEntry, Presence } from '@tandem/shared/version/difference';
import { pacer } from '../../core/timing/yield.ts';
import { inOrder, type Pair, pairBetween, type Sample, sampleOf, steps } from './align.ts';
import { compareTables, countTableWords, tableWords, wholeTable } from './table.ts';
import { compareWords, countWords, type Effort, inlineTokens, runsOf, someWords } from './words.ts';

/** Milliseconds after which the rest is compared as a whole. */
const COMPARE_MS = 2_000;
/** Characters of a block that are looked at to tell how alike two are. */
const SAMPLE_CHARACTERS = 1_000;

/** A block in the flat list of a document, with its comparison key. */
interface Line {
  head: BlockHead;
  content: Inline[] | TableContent | undefined;
  /** Equal for two blocks that differ only in id and place. */
  key: string;
}

/** Compares two states of a document, in bounded time however large they are. Yields to other work. */
export async function differenceOf(
  before: readonly Block[],
  after: readonly Block[],
  { timeMs = COMPARE_MS }: { timeMs?: number } = {},
): Promise<Difference> {
  const effort: Effort = {
    until: performance.now() + timeMs,
    wordsAdded: 0,
    wordsRemoved: 0,
    isCoarse: false,
  };
  const { isDue, taken } = pacer();
  const from = linesOf(before);
  const to = linesOf(after);
  if (isDue()) await taken();
  const { kept, movedTo, moved } = alignLines(from, to);
  const entries: DifferenceEntry[] = [];
  for (const [b, a] of steps({ before: from.length, after: to.length }, kept)) {
    if (isDue()) await taken();
    const old = b === null ? undefined : (from[b] as Line);
    const now = a === null ? undefined : (to[a] as Line);
    if (old && now) entries.push(compared(old, now, effort));
    else if (old) entries.push(moved.has(b as number) ? leftPlace(old) : gone(old, effort));
    else if (now) {
      const origin = movedTo.get(a as number);
      entries.push(origin === undefined ? come(now, effort) : newPlace(from[origin] as Line, now, effort));
    }
  }
  const { wordsAdded, wordsRemoved, isCoarse } = effort;
  return { entries, wordsAdded, wordsRemoved, isCoarse };
}

/** Returns all blocks in reading order. Not recursive: documents may be nested deeply. */
function linesOf(blocks: readonly Block[]): Line[] {
  const lines: Line[] = [];
  const left = blocks.map((block) => ({ block, depth: 0 })).reverse();
  for (let next = left.pop(); next; next = left.pop()) {
    const { block, depth } = next;
    const { id, type, props, content, children } = block;
    lines.push({
      head: { id, type, props, depth },
      content,
      key: JSON.stringify([
        type,
        Object.entries(props).sort(([a], [b]) => (a < b ? -1 : 1)),
        content ?? null,
      ]),
    });
    for (const child of [...children].reverse()) left.push({ block: child, depth: depth + 1 });
  }
  return lines;
}

interface Alignment {
  /** Blocks at the same place of the order, changed or not. */
  kept: Pair[];
  /** New positions of moved blocks, with their old ones. */
  movedTo: Map<number, number>;
  /** Old positions of moved blocks. */
  moved: Set<number>;
}

function alignLines(from: readonly Line[], to: readonly Line[]): Alignment {
  const partner = new Map<number, number>();
  const taken = new Set<number>();
  const pair = (before: number, after: number) => {
    partner.set(before, after);
    taken.add(after);
  };
  const byId = new Map(to.map(({ head }, index) => [head.id, index] as const).reverse());
  from.forEach(({ head, content }, index) => {
    const at = byId.get(head.id);
    if (at !== undefined && !taken.has(at) && areComparable({ head, content }, to[at] as Line))
      pair(index, at);
  });
  pairEqual(from, to, partner, taken, pair);
  const pairs = [...partner].sort(([a], [b]) => a - b);
  const ordered = inOrder(pairs);
  const kept = pairBetween(
    { length: from.length, sample: (at) => lineSample(from[at] as Line), isFree: (at) => !partner.has(at) },
    { length: to.length, sample: (at) => lineSample(to[at] as Line), isFree: (at) => !taken.has(at) },
    ordered,
  );
  const stays = new Set(ordered.map(([before]) => before));
  const movers = pairs.filter(([before]) => !stays.has(before));
  return {
    kept,
    movedTo: new Map(movers.map(([before, after]) => [after, before])),
    moved: new Set(movers.map(([before]) => before)),
  };
}

/** Pairs equal blocks with different ids, as after a document was rewritten by a program. */
function pairEqual(
  from: readonly Line[],
  to: readonly Line[],
  partner: ReadonlyMap<number, number>,
  taken: ReadonlySet<number>,
  pair: (before: number, after: number) => void,
): void {
  const free = new Map<string, number[]>();
  to.forEach(({ key }, index) => {
    if (!taken.has(index)) free.set(key, [...(free.get(key) ?? []), index]);
  });
  for (const places of free.values()) places.reverse();
  from.forEach((line, index) => {
    if (partner.has(index) || isEmpty(line)) return;
    const at = free.get(line.key)?.pop();
    if (at !== undefined) pair(index, at);
  });
}

function isEmpty({ head, content }: Line): boolean {
  return head.type === 'divider' || (Array.isArray(content) && content.length === 0);
}

function areComparable(a: Pick<Line, 'head' | 'content'>, b: Pick<Line, 'head' | 'content'>): boolean {
  return kindOf(a) === kindOf(b);
}

/** Text can become any other text; tables and files keep their type. */
function kindOf({ head, content }: Pick<Line, 'head' | 'content'>): string {
  return Array.isArray(content) ? 'text' : head.type;
}

function lineSample(line: Line): Sample {
  const { content } = line;
  if (content === undefined) return sampleOf(kindOf(line), Object.values(line.head.props).map(String));
  if (!Array.isArray(content)) return sampleOf('table', tableWords(content));
  return sampleOf('text', someWords(content, SAMPLE_CHARACTERS));
}

function compared(old: Line, now: Line, effort: Effort): DifferenceEntry {
  const isSame = old.key === now.key && old.head.depth === now.head.depth;
  const change = isSame ? 'same' : 'changed';
  return { change, before: old.head, after: now.head, ...bodyOf(old, now, effort) };
}

/** Returns the differences of a block in both states. */
function bodyOf(old: Line, now: Line, effort: Effort): Pick<DifferenceEntry, 'runs' | 'table'> {
  const { content: from } = old;
  const { content: to } = now;
  if (old.key === now.key) return wholeBody('same', now);
  if (Array.isArray(from) && Array.isArray(to)) return { runs: compareWords(from, to, effort) };
  if (from && to && !Array.isArray(from) && !Array.isArray(to))
    return { table: compareTables(from, to, effort) };
  return {};
}

function wholeBody(presence: Presence, { content }: Line): Pick<DifferenceEntry, 'runs' | 'table'> {
  if (content === undefined) return {};
  return Array.isArray(content)
    ? { runs: runsOf(presence, content) }
    : { table: wholeTable(presence, content) };
}

function wordsIn({ content }: Line): number {
  if (content === undefined) return 0;
  return Array.isArray(content) ? countWords(inlineTokens(content)) : countTableWords(content);
}

function gone(old: Line, effort: Effort): DifferenceEntry {
  effort.wordsRemoved += wordsIn(old);
  return { change: 'removed', before: old.head, after: null, ...wholeBody('removed', old) };
}

function come(now: Line, effort: Effort): DifferenceEntry {
  effort.wordsAdded += wordsIn(now);
  return { change: 'added', before: null, after: now.head, ...wholeBody('added', now) };
}

function leftPlace(old: Line): DifferenceEntry {
  return { change: 'movedFrom', before: old.head, after: null, ...wholeBody('same', old) };
}

function newPlace(old: Line, now: Line, effort: Effort): DifferenceEntry {
  return { change: 'movedTo', before: null, after: now.head, ...bodyOf(old, now, effort) };
}
