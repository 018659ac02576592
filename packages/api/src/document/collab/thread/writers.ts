import type { Document } from '@hocuspocus/server';
import * as Y from 'yjs';
import type { Change } from '../../edit/check.ts';
import type { Editor } from './editor.ts';

/**
 * Returns the client ids under which a change adds something. Yjs identifies each browser's changes by an id
 * the browser chose, and takes the first change under an id and clock as final.
 */
export function writersOf(doc: Y.Doc, { structs }: Change): Set<number> {
  const writers = new Set<number>();
  for (const { id, length } of structs)
    if (id.clock + length > Y.getState(doc.store, id.client)) writers.add(id.client);
  return writers;
}

/**
 * Finds a client id among `writers` that another person, connected here or elsewhere, writes under. The same
 * person may use it on another connection, which may not be known to be gone yet.
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
