import type {
  beforeHandleAwarenessPayload,
  Configuration,
  Document,
  onAwarenessUpdatePayload,
} from '@hocuspocus/server';
import { FRAGMENT } from '@tandem/shared/document/schema';
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as z from 'zod';
import { topics } from '../core/live/bus.ts';
import type { CollabContext } from './document.entrance.ts';
import type { DocumentHub } from './document.hub.ts';
import { STORED } from './document.open.ts';

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

type Hooks = Pick<
  Configuration<CollabContext>,
  'beforeHandleAwareness' | 'onAwarenessUpdate' | 'afterLoadDocument'
>;

/**
 * Where writers are, within a process by Hocuspocus and among processes by the bus. An editor moves its own cursor
 * only, and under its person's own name.
 */
export function awarenessHooks(hub: DocumentHub): Hooks {
  // Of the document as it is in memory now: loaded anew, it knows nothing of who left before.
  const moved = new WeakMap<Document, Set<number>>();

  const send = (document: Document) => {
    const cursors = moved.get(document);
    moved.delete(document);
    if (!cursors || cursors.size === 0) return;
    const update = encodeAwarenessUpdate(document.awareness, [...cursors]);
    hub.platform.bus.publish(topics.document(document.name), {
      type: 'cursors',
      from: hub.platform.processId,
      update: Buffer.from(update).toString('base64'),
    });
  };
  const collect = (document: Document, cursors: readonly number[]) => {
    const waiting = moved.get(document);
    if (!waiting) setTimeout(() => send(document), COLLECT_MS).unref();
    moved.set(document, new Set([...(waiting ?? []), ...cursors]));
  };

  return {
    async afterLoadDocument({ document, documentName }) {
      const unsubscribe = hub.platform.bus.subscribe(topics.document(documentName), (message) => {
        if (message.from === hub.platform.processId) return;
        if (message.type === 'cursors' && typeof message.update === 'string')
          applyAwarenessUpdate(document.awareness, Buffer.from(message.update, 'base64'), STORED);
        if (message.type === 'cursors?') collect(document, [...document.awareness.getStates().keys()]);
      });
      document.on('destroy', unsubscribe);
      hub.platform.bus.publish(topics.document(documentName), {
        type: 'cursors?',
        from: hub.platform.processId,
      });
    },

    async beforeHandleAwareness({
      states,
      context,
      documentName,
    }: beforeHandleAwarenessPayload<CollabContext>) {
      const session = context?.session;
      if (!session) return;
      const others = [...hub.sessionsOf(documentName)].filter((each) => each !== session);
      for (const [cursor, state] of states) {
        const isOwn = session.owns(cursor, (taken) => others.some((each) => each.hasCursor(taken)));
        if (isOwn) states.set(cursor, { user: session.person, ...placeIn(state) });
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
}

/** Where a cursor stands; nothing else of what an editor says of itself, and no place that others could not read. */
function placeIn(state: unknown): Partial<z.output<typeof cursorSchema>> {
  return cursorSchema.safeParse(state).data ?? {};
}
