import type { Block } from '@tandem/shared/document/blocks';

/** Characters of Markdown before and after a passage that a model reads with it. */
const MAX_BEFORE = 6_000;
const MAX_AFTER = 2_000;
/** Maximum length of the passage shown with the words selected in it. */
const MAX_PASSAGE = 4_000;

/** Context of a selection for a model, as Markdown. */
export interface Surroundings {
  before: string;
  /** The whole blocks around the selection. */
  passage: string;
  after: string;
}

/**
 * Splits a document around its blocks from `first` to `last`, at the outermost ones that contain them.
 * Without these, or when the block no longer exists, everything is before.
 */
export function surroundingsOf(
  blocks: readonly Block[],
  { first, last = first }: { first?: string | undefined; last?: string | undefined },
  markdownOf: (blocks: readonly Block[]) => string,
): Surroundings {
  const from = first === undefined ? -1 : blocks.findIndex((block) => holds(block, first));
  if (from < 0) return { before: endOf(blocks, markdownOf), passage: '', after: '' };
  const to =
    last === undefined ? from : blocks.findIndex((block, index) => index >= from && holds(block, last));
  const until = Math.max(from, to) + 1;
  const passage = markdownOf(blocks.slice(from, until));
  return {
    before: endOf(blocks.slice(0, from), markdownOf),
    passage: passage.length > MAX_PASSAGE ? '' : passage,
    after: beginningOf(blocks.slice(until), markdownOf),
  };
}

function holds({ id, children }: Block, wanted: string): boolean {
  return id === wanted || children.some((child) => holds(child, wanted));
}

/** Blocks sufficient for this many characters, so that most of a long document is not written. */
const ENOUGH_BLOCKS = 60;

function endOf(blocks: readonly Block[], markdownOf: (blocks: readonly Block[]) => string): string {
  const text = markdownOf(blocks.slice(-ENOUGH_BLOCKS)).trimEnd();
  if (text.length <= MAX_BEFORE) return text;
  const end = text.slice(-MAX_BEFORE).toWellFormed();
  // From the beginning of a line, if there is one.
  return end.slice(end.indexOf('\n') + 1);
}

function beginningOf(blocks: readonly Block[], markdownOf: (blocks: readonly Block[]) => string): string {
  const text = markdownOf(blocks.slice(0, ENOUGH_BLOCKS)).trimEnd();
  if (text.length <= MAX_AFTER) return text;
  const beginning = text.slice(0, MAX_AFTER).toWellFormed();
  const line = beginning.lastIndexOf('\n');
  return line > 0 ? beginning.slice(0, line) : beginning;
}
