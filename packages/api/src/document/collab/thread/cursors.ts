import type {
  beforeHandleAwarenessPayload,
  Configuration,
  Document,
  onAwarenessUpdatePayload,
} from '@hocuspocus/server';
import { FRAGMENT } from '@tandem/shared/document/schema';
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as z from 'zod';
import type { Documents } from './documents.ts';
import type { CollabContext } from './hooks.ts';
import { STORED } from './showing.ts';

/** Milliseconds in which movements of cursors are collected for other processes. */
const COLLECT_MS = 80;
const idSchema = z.object({ client: z.int().min(0), clock: z.int().min(0) }).nullish();
/** A place as Yjs writes it. */
const placeSchema = z
  .object({
    type: idSchema,
    tname: z.literal(FRAGMENT).nullish(),
    item: idSchema,
    assoc: z.int().min(-1).max(0).nullish(),
  })
  .refine(({ type, tname, item }) => type || tname || item);
const cursorSchema = z.object({ cursor: z.object({ anchor: placeSchema, head: placeSchema }) });

type Hooks = Pick<Configuration<CollabContext>, 'beforeHandleAwareness' | 'onAwarenessUpdate'>;

/** Cursor messages of other processes. */
export interface CursorNews {
  take(document: Document, update: Uint8Array): void;
  /** Sends all local cursors to another process. */
  tellAll(document: Document): void;
}

/**
 * Cursors: within a process by Hocuspocus, between processes by the bus. An editor moves its own cursor only,
 * under its person's own name.
 */
export function awarenessHooks(documents: Documents): { hooks: Hooks; news: CursorNews } {
  // Keyed by the in-memory document: a reloaded one does not know who left before.
  const moved = new WeakMap<Document, Set<number>>();

  const send = (document: Document) => {
    const cursors = moved.get(document);
    moved.delete(document);
    if (!cursors || cursors.size === 0) return;
    const update = encodeAwarenessUpdate(document.awareness, [...cursors]);
    documents.link.tell({ type: 'cursors', documentId: document.name, update });
  };
  const collect = (document: Document, cursors: readonly number[]) => {
    const waiting = moved.get(document);
    if (!waiting) setTimeout(() => send(document), COLLECT_MS).unref();
    moved.set(document, new Set([...(waiting ?? []), ...cursors]));
  };

  const hooks: Hooks = {
    async beforeHandleAwareness({
      states,
      context,
      documentName,
    }: beforeHandleAwarenessPayload<CollabContext>) {
      const editor = context?.editor;
      if (!editor) return;
      const others = [...documents.editorsOf(documentName)].filter((each) => each !== editor);
      for (const [cursor, state] of states) {
        const isOwn = editor.owns(cursor, (taken) => others.some((each) => each.hasCursor(taken)));
        if (isOwn) states.set(cursor, { user: editor.person, ...placeIn(state) });
        else states.delete(cursor);
      }
    },

    async onAwarenessUpdate({
      document,
      added,
      updated,
      removed,
      transactionOrigin,
    }: onAwarenessUpdatePayload<CollabContext>) {
      if (transactionOrigin === STORED) return;
      collect(document, [...added, ...updated, ...removed]);
    },
  };
  const news: CursorNews = {
    take: (document, update) => applyAwarenessUpdate(document.awareness, update, STORED),
    tellAll: (document) => collect(document, [...document.awareness.getStates().keys()]),
  };
  return { hooks, news };
}

/**
 * Returns the position of a cursor; drops everything else an editor sends, and positions others could not
 * parse.
 */
function placeIn(state: unknown): Partial<z.output<typeof cursorSchema>> {
  return cursorSchema.safeParse(state).data ?? {};
}
