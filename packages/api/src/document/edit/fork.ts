import type { BlockInput } from '@tandem/shared/document/blocks';
import * as Y from 'yjs';
import { groupOf, writeBlocks } from './editor.ts';
import { changedBlocks, heldBlocks } from './fork.blocks.ts';
import { rescue } from './fork.rescue.ts';
import { unite } from './fork.unite.ts';
import { separate } from './fork.words.ts';

/** A text that somebody wrote without knowing what was written meanwhile. All states are in the encoding of Yjs. */
export interface Fork {
  /** Changes that make the document as its writer knew it. */
  base: readonly Uint8Array[];
  /** Changes that make it as it is; `base` is among them. */
  current: readonly Uint8Array[];
  /** What the writer wants it to hold. */
  blocks: readonly BlockInput[];
  /** Whether the blocks were read from a text, which tells less than the document holds. */
  isText: boolean;
}

export interface Joined {
  /** What has to be applied to the document as it is; null when that is nothing. */
  update: Uint8Array | null;
  /** Ids of the blocks that the writer changed and somebody else did too. */
  touched: string[];
  /** The document as its writer knows it from now on: what was written, without what others wrote meanwhile. */
  known: Uint8Array;
}

/**
 * Writes blocks into a document as if by an editor that was offline since `base`: Yjs puts both together, and words for
 * which it would find no place, because one side removed the block in which the other wrote them, get one again.
 */
export function joinFork({ base, current, blocks, isText }: Fork): Joined {
  const before = docOf(base);
  const fork = docOf(base);
  // Another writer's id would have what is written taken for what that one wrote.
  const doc = docOf(current);
  while (doc.store.clients.has(fork.clientID)) fork.clientID = new Y.Doc().clientID;
  const vectors = { base: Y.encodeStateVector(before), current: Y.encodeStateVector(doc) };
  let hasWritten = false;
  fork.on('update', () => {
    hasWritten = true;
  });
  writeBlocks(fork, blocks, { keepsUnseen: isText });
  const known = Y.encodeStateAsUpdate(fork);
  if (!hasWritten) return { update: null, touched: [], known };

  const states = { base: heldBlocks(before), ours: heldBlocks(doc), theirs: heldBlocks(fork) };
  const theirs = changedBlocks(states.base, states.theirs);
  const touched = [...changedBlocks(states.base, states.ours)].filter((id) => theirs.has(id));
  let removed = Y.createDeleteSet();
  doc.once('afterTransaction', ({ deleteSet }: Y.Transaction) => {
    removed = deleteSet;
  });
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(fork, vectors.base));
  doc.transact(() => {
    const group = groupOf(doc);
    separate(group, { base: before, writer: fork.clientID, removed });
    unite(group, states, fork.clientID);
    rescue(group, states);
  });
  return { update: Y.encodeStateAsUpdate(doc, vectors.current), touched, known };
}

function docOf(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  return doc;
}
