import type { Document } from '@hocuspocus/server';
import * as Y from 'yjs';
import type { Change } from '../../edit/check.ts';
import type { Editor } from './editor.ts';

/**
 * The writers under whose numbers a change adds something: Yjs knows what each browser wrote by a number that the
 * browser chose, and takes the first that comes under a number and a count for all that will ever be there.
 */
export function writersOf(doc: Y.Doc, { structs }: Change): Set<number> {
  const writers = new Set<number>();
  for (const { id, length } of structs)
    if (id.clock + length > Y.getState(doc.store, id.client)) writers.add(id.client);
  return writers;
}

/**
 * Finds a number among `writers` that somebody else writes under who is connected now, to this process or another.
 * Another connection of the same person may have it: it may be one that is not known to be gone yet.
 */
export function borrowed(
  document: Document,
  writers: ReadonlySet<number>,
  editor: Editor,
  connected: ReadonlySet<Editor>,
): number | null {
  const states = document.awareness.getStates();
  for (const writer of writers) {
    const shown: unknown = states.get(writer)?.user?.id;
    if (typeof shown === 'number' && shown !== editor.userId) return writer;
    for (const other of connected)
      if (other.userId !== editor.userId && other.mayWrite && other.writesAs(writer)) return writer;
  }
  return null;
}
