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

/** A document's state as a version keeps it. */
export interface StateFacts {
  /** The whole document as one change in the encoding of Yjs, version 1. */
  state: Uint8Array;
  wordCount: number;
}

/** What an operation made of a stored document. */
export interface ChangeResult {
  /** Null when nothing changed. */
  update: Uint8Array | null;
  /** The whole document after the change, when its changes have become so many that they should be one. */
  whole: Uint8Array | null;
}

/** A change, and the state before it when that was asked for and something changed. */
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
 * @param maxBytes bytes that the whole document may have afterwards
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
  // Nobody may ever open it in an editor, which would make its changes one too.
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

/** What becomes of a document whose content is replaced. */
export interface ReplaceResult extends KeptChange {
  /** Ids of the blocks that both the writer and somebody else changed since `base`. */
  touched: readonly string[];
  /** The document as its writer knows it from now on; null when it holds what was written and nothing else. */
  known: Uint8Array | null;
}

/**
 * Makes a document hold the given content.
 * @param input.base the changes of the state from which the content was made; null when that is the newest state
 * @param input.keepsUnseen leaves what a text does not tell
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

/** Puts the given content at the end of a document. @throws WorkerRefusal `documentTooLarge` */
export async function append(
  input: StoredUpdates & { content: GivenContent; keepBefore?: boolean },
): Promise<KeptChange> {
  const blocks = await givenBlocks(input.content);
  const { appendBlocks } = await import('./editor.ts');
  return written(input.updates, blocks, appendBlocks, input.keepBefore ?? false);
}

/** Makes a document what a kept state of it was. @throws WorkerRefusal `documentTooLarge` */
export async function restore(input: StoredUpdates & { state: Uint8Array }): Promise<KeptChange> {
  const { readBlocks, writeBlocks } = await import('./editor.ts');
  const blocks = readBlocks(documentOf([input.state]));
  return written(input.updates, blocks, writeBlocks, true);
}

/** Puts the mark of a discussion on words of a document. `hasBlock` says whether the block of the words is there. */
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

/** Takes the mark of a discussion off a document. */
export async function lift(input: StoredUpdates & { discussionId: string }): Promise<ChangeResult> {
  const { liftAnchor } = await import('./anchor.ts');
  const doc = documentOf(input.updates);
  return changed(doc, input.updates, () => liftAnchor(doc, input.discussionId));
}

/** The state of a document as a version keeps it. */
export async function keep({ updates }: StoredUpdates): Promise<StateFacts> {
  return factsOf(documentOf(updates));
}

/**
 * The whole state of a new document with the given content, and the marks of discussions on it.
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
