import type { BlockInput } from '@tandem/shared/document/blocks';
import * as Y from 'yjs';
import { groupOf, writeBlocks } from './editor.ts';
import { changedBlocks, heldBlocks } from './fork.blocks.ts';
import { rescue } from './fork.rescue.ts';
import { unite } from './fork.unite.ts';
import { separate } from './fork.words.ts';

/** A text written from an outdated state. All states are in the encoding of Yjs. */
export interface Fork {
  /** Changes that make the document as its writer knew it. */
  base: readonly Uint8Array[];
  /** Changes that make the current document, including `base`. */
  current: readonly Uint8Array[];
  /** The content the writer wants. */
  blocks: readonly BlockInput[];
  /** Whether the blocks were parsed from a text, which contains less than the document. */
  isText: boolean;
}

export interface Joined {
  /** The update to apply to the current document; null for none. */
  update: Uint8Array | null;
  /** Ids of blocks changed by the writer and by somebody else. */
  touched: string[];
  /** The document as its writer knows it afterwards: their content, without others' concurrent changes. */
  known: Uint8Array;
}

/**
 * Writes blocks into a document like an editor offline since `base`: Yjs merges both, and words whose block
 * the other side removed are restored.
 */
export function joinFork({ base, current, blocks, isText }: Fork): Joined {
  const before = docOf(base);
  const fork = docOf(base);
  // Another writer's client id would attribute the text to that writer.
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
