import type { BlockType, Inline } from '../document/blocks.ts';

/** Whether something is in both states, or only in the later or the earlier. */
export type Presence = 'same' | 'added' | 'removed';

/** A stretch of text, link or mention, and in which of both states it is. */
export interface DifferenceRun {
  in: Presence;
  inline: Inline;
}

/** A cell; `change` is `changed` when its runs or properties differ. */
export interface DifferenceCell {
  change: Presence | 'changed';
  runs: DifferenceRun[];
  before: Record<string, string | number> | null;
  after: Record<string, string | number> | null;
}
export interface DifferenceRow {
  change: Presence | 'changed';
  cells: DifferenceCell[];
}
/** A table's properties besides its rows. */
export interface TableHead {
  columnWidths: (number | null)[];
  headerRows?: number;
  headerCols?: number;
}
export interface TableDifference {
  /** Null where the block is not in that state. */
  before: TableHead | null;
  after: TableHead | null;
  /** Each column, of either state. */
  columns: Presence[];
  rows: DifferenceRow[];
}

/** A block without its content and children. */
export interface BlockHead {
  id: string;
  type: BlockType;
  props: Record<string, string | number | boolean>;
  /** Nesting depth, from 0. */
  depth: number;
}

/**
 * The change of a block. A moved one appears twice: at its old place (`movedFrom`, unchanged) and its new one
 * (`movedTo`, with its changes).
 */
export type DifferenceChange = Presence | 'changed' | 'movedFrom' | 'movedTo';

/** One line of the side-by-side comparison. */
export interface DifferenceEntry {
  change: DifferenceChange;
  /** Null where it is not in the earlier state, or not at this place. */
  before: BlockHead | null;
  /** Null where it is not in the later state, or not at this place. */
  after: BlockHead | null;
  /** For blocks with text. */
  runs?: DifferenceRun[];
  /** For tables. */
  table?: TableDifference;
}

/** The differences of two states of a document, top to bottom, parents before children. */
export interface Difference {
  entries: DifferenceEntry[];
  /** Words that are only in the later and only in the earlier state. */
  wordsAdded: number;
  wordsRemoved: number;
  /** Whether parts were too different, or too long, and are shown as replaced as a whole. */
  isCoarse: boolean;
}
