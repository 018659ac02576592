import type { Document } from '@hocuspocus/server';
import { contradictionIn } from '@tandem/shared/document/contradiction';
import { MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import { type Change, checkUpdate, RefusedUpdate } from '../../edit/check.ts';
import type { Documents } from './documents.ts';
import type { Editor } from './editor.ts';
import { isCostly } from './effort.ts';
import { OutOfMemory, weightOf } from './memory.ts';
import { tryChange } from './validate.ts';
import { borrowed, writersOf } from './writers.ts';

/** Changes larger than this many bytes are tried in a child first: a small file can take minutes to apply. */
const TRIED_ABOVE_BYTES = 64 * 1024;

interface SentChange {
  document: Document;
  /** The change, encoded by Yjs. */
  payload: Uint8Array;
  editor: Editor;
}

/**
 * Judges a change before it is applied: whether it fits the document, is its sender's own, and there is room.
 * A change that may be costly is tried in a child first.
 * @param wait runs such a trial while the editor's further messages wait
 * @throws RefusedUpdate, OutOfMemory, Busy
 */
export async function judgeChange(
  documents: Documents,
  { document, payload, editor }: SentChange,
  wait: (trial: () => Promise<void>) => Promise<void>,
): Promise<Change> {
  if (payload.byteLength > MAX_UPDATE_BYTES) throw new RefusedUpdate('tooLarge');
  documents.label.begin({ kind: 'change', documentId: document.name, userId: editor.userId });
  const change = checkUpdate(document, payload);
  const contradiction = contradictionIn(document, change.structs);
  if (contradiction) throw new RefusedUpdate('taken', contradiction.client);
  const writers = writersOf(document, change);
  /** @throws RefusedUpdate `taken` when another connected person writes under one of these client ids */
  const assertOwn = () => {
    const writer = borrowed(document, writers, editor, documents.editorsOf(document.name));
    if (writer !== null) throw new RefusedUpdate('taken', writer);
  };
  assertOwn();
  const open = documents.open(document.name);
  const hasRoom = () => open?.hasRoomFor(payload.byteLength) ?? true;
  if (!hasRoom()) throw new RefusedUpdate('full');
  const weight = weightOf(change.structs.length, payload.byteLength);
  if (open && !documents.memory.mayGrow(open, weight)) throw new OutOfMemory('too much is open');
  const isTried =
    payload.byteLength > TRIED_ABOVE_BYTES ||
    editor.tries > 0 ||
    open?.isToBeJudged ||
    isCostly(document, change, documents.limits.steps);
  documents.label.finish();
  if (!isTried || isEmpty(change)) {
    editor.wrote(writers);
    return change;
  }
  const trial = () => ({ state: Y.encodeStateAsUpdate(document), update: payload });
  await wait(() => tryChange(documents.link, editor.userId, trial));
  open?.judged();
  if (editor.tries > 0) editor.tries -= 1;
  // Others may have written meanwhile.
  if (!hasRoom()) throw new RefusedUpdate('full');
  assertOwn();
  editor.wrote(writers);
  return change;
}

/** Whether it changes nothing, as the reply of an editor without news. */
function isEmpty({ structs, ds }: Change): boolean {
  return structs.length === 0 && ds.clients.size === 0;
}
