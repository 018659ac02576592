import type { Anchor } from '@tandem/shared/discussion/schema';
import type { BlockInput } from '@tandem/shared/document/blocks';
import { MAX_DOCUMENT_BYTES } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { WorkerRefusal } from '../../core/worker/refusal.ts';
import type { DiscussionMark } from './anchor.ts';
import { isLong } from './length.ts';
import { type GivenContent, givenBlocks } from './operate.content.ts';

// Runs in a child process only: it loads stored documents.

/** The changes that a document was read from, in order. */
export interface StoredUpdates {
  updates: readonly Uint8Array[];
}

/** A document's state as stored in a version. */
export interface StateFacts {
  /** The whole document as one change in the encoding of Yjs, version 1. */
  state: Uint8Array;
  wordCount: number;
}

/** Result of an operation on a stored document. */
export interface ChangeResult {
  /** Null when nothing changed. */
  update: Uint8Array | null;
  /** The whole document after the change, when its changes should be compacted. */
  whole: Uint8Array | null;
}

/** A change with the previous state, when that was requested and something changed. */
export interface KeptChange extends ChangeResult {
  before: StateFacts | null;
}

/** A document made of stored changes. */
export function documentOf(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  return doc;
}

/**
 * Changes a document and measures the change.
 * @param maxBytes limit of the whole document afterwards
 * @throws WorkerRefusal `documentTooLarge`
 */
function changed(
  doc: Y.Doc,
  updates: readonly Uint8Array[],
  change: () => void,
  maxBytes = Number.POSITIVE_INFINITY,
): ChangeResult {
  const vector = Y.encodeStateVector(doc);
  let isChanged = false;
  doc.on('update', () => {
    isChanged = true;
  });
  change();
  if (!isChanged) return { update: null, whole: null };
  const update = Y.encodeStateAsUpdate(doc, vector);
  const whole = Y.encodeStateAsUpdate(doc);
  if (whole.byteLength > maxBytes) throw new WorkerRefusal('documentTooLarge');
  const bytes = updates.slice(1).reduce((sum, { byteLength }) => sum + byteLength, update.byteLength);
  // Compaction usually happens in open editors, which this document may never have.
  return { update, whole: isLong({ rows: updates.length + 1, bytes }) ? whole : null };
}

async function factsOf(doc: Y.Doc): Promise<StateFacts> {
  const { countStored } = await import('../compare/state.ts');
  return { state: Y.encodeStateAsUpdate(doc), wordCount: countStored(doc) };
}

type WriteBlocks = (doc: Y.Doc, blocks: readonly BlockInput[]) => void;

async function written(
  updates: readonly Uint8Array[],
  blocks: readonly BlockInput[],
  write: WriteBlocks,
  keepBefore: boolean,
): Promise<KeptChange> {
  const doc = documentOf(updates);
  const before = keepBefore ? await factsOf(doc) : null;
  const result = changed(doc, updates, () => write(doc, blocks), MAX_DOCUMENT_BYTES);
  return { ...result, before: result.update ? before : null };
}

/** Result of replacing a document's content. */
export interface ReplaceResult extends KeptChange {
  /** Ids of blocks changed both by the writer and by somebody else since `base`. */
  touched: readonly string[];
  /** The document as its writer knows it afterwards; null when that is exactly the written content. */
  known: Uint8Array | null;
}

/**
 * Replaces a document's content.
 * @param input.base changes of the state the content is based on; null for the newest
 * @param input.keepsUnseen keeps what a text omits
 * @throws WorkerRefusal `documentTooLarge`
 */
export async function replace(
  input: StoredUpdates & {
    content: GivenContent;
    base: readonly Uint8Array[] | null;
    keepsUnseen: boolean;
    keepBefore: boolean;
  },
): Promise<ReplaceResult> {
  const { updates: current, base, keepsUnseen, keepBefore } = input;
  const blocks = await givenBlocks(input.content);
  const { writeBlocks } = await import('./editor.ts');
  if (base === null) {
    const write: WriteBlocks = (doc) => writeBlocks(doc, blocks, { keepsUnseen });
    return { ...(await written(current, blocks, write, keepBefore)), touched: [], known: null };
  }
  const { joinFork } = await import('./fork.ts');
  const { update, touched, known } = joinFork({ base, current, blocks, isText: keepsUnseen });
  const write: WriteBlocks = (doc) => {
    if (update) Y.applyUpdate(doc, update);
  };
  return { ...(await written(current, blocks, write, keepBefore)), touched, known };
}

/**
 * Appends content to a document.
 * @throws WorkerRefusal `documentTooLarge`
 */
export async function append(
  input: StoredUpdates & { content: GivenContent; keepBefore?: boolean },
): Promise<KeptChange> {
  const blocks = await givenBlocks(input.content);
  const { appendBlocks } = await import('./editor.ts');
  return written(input.updates, blocks, appendBlocks, input.keepBefore ?? false);
}

/**
 * Restores a stored state.
 * @throws WorkerRefusal `documentTooLarge`
 */
export async function restore(input: StoredUpdates & { state: Uint8Array }): Promise<KeptChange> {
  const { readBlocks, writeBlocks } = await import('./editor.ts');
  const blocks = readBlocks(documentOf([input.state]));
  return written(input.updates, blocks, writeBlocks, true);
}

/** Marks a discussion's words. `hasBlock` says whether their block exists. */
export async function anchor(
  input: StoredUpdates & { anchor: Anchor; discussionId: string },
): Promise<ChangeResult & { hasBlock: boolean }> {
  const { markOf, placeAnchor } = await import('./anchor.ts');
  const doc = documentOf(input.updates);
  const mark = await markOf(input.discussionId);
  let hasBlock = false;
  const result = changed(doc, input.updates, () => {
    hasBlock = placeAnchor(doc, input.anchor, mark);
  });
  return { ...result, hasBlock };
}

/** Removes a discussion's mark from a document. */
export async function lift(input: StoredUpdates & { discussionId: string }): Promise<ChangeResult> {
  const { liftAnchor } = await import('./anchor.ts');
  const doc = documentOf(input.updates);
  return changed(doc, input.updates, () => liftAnchor(doc, input.discussionId));
}

/** Returns a document's state for a version. */
export async function keep({ updates }: StoredUpdates): Promise<StateFacts> {
  return factsOf(documentOf(updates));
}

/**
 * Builds the state of a new document with the given content and discussion marks.
 * @throws WorkerRefusal `documentTooLarge`
 */
export async function make({
  content,
  marks,
}: {
  content: GivenContent;
  marks: readonly DiscussionMark[];
}): Promise<{ state: Uint8Array }> {
  const blocks = await givenBlocks(content);
  const [{ writeBlocks }, { firstUpdate }] = await Promise.all([import('./editor.ts'), import('./seed.ts')]);
  const doc = documentOf([firstUpdate()]);
  if (blocks.length > 0) writeBlocks(doc, blocks);
  if (marks.length > 0) await (await import('./anchor.ts')).placeMarks(doc, marks);
  const state = Y.encodeStateAsUpdate(doc);
  if (state.byteLength > MAX_DOCUMENT_BYTES) throw new WorkerRefusal('documentTooLarge');
  return { state };
}
