import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type afterHandleMessagePayload,
  type beforeHandleMessagePayload,
  type beforeSyncPayload,
  type Configuration,
  type connectedPayload,
  type Document,
  OutgoingMessage,
  type onAuthenticatePayload,
  type onDisconnectPayload,
  type onStatelessPayload,
} from '@hocuspocus/server';
import { contradictionIn } from '@tandem/shared/document/contradiction';
import { collabReasons, MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import * as z from 'zod';
import { type Change, checkUpdate, RefusedUpdate } from '../../edit/check.ts';
import { closings } from './closings.ts';
import type { Documents } from './documents.ts';
import { Editor, hangUp } from './editor.ts';
import { isCostly } from './effort.ts';
import { NoRoom, weightOf } from './memory.ts';
import { Patience } from './patience.ts';
import type { Lost } from './rescue.ts';
import type { RelayedSocket } from './socket.ts';
import { STORED } from './stored.ts';
import { Busy, tryChange } from './validate.ts';
import { borrowed, writersOf } from './writers.ts';

/** What a connection knows: its socket, and who came in by it once they were let in. */
export interface CollabContext {
  socket: RelayedSocket;
  editor?: Editor;
}

/** Kinds of messages of the sync protocol of Yjs. */
const STEP_TWO = 1;
const UPDATE = 2;

/** Changes above this are tried elsewhere first, in bytes: a small file can take minutes to be put together. */
const TRIED_ABOVE_BYTES = 64 * 1024;
/** Milliseconds of work for one change after which it is not taken before it was tried elsewhere. */
const SUSPICIOUS_MS = 300;
/** Milliseconds of work after which others have their turn. */
const TURN_MS = 10;
/** Longest message beside the changes, in characters. */
const MAX_MESSAGE = 200;
const messageSchema = z.strictObject({
  type: z.literal('mark'),
  n: z.int().min(0),
  client: z.int().min(0).optional(),
});

type Hooks = Pick<
  Configuration<CollabContext>,
  | 'onAuthenticate'
  | 'connected'
  | 'onDisconnect'
  | 'beforeHandleMessage'
  | 'beforeSync'
  | 'onChange'
  | 'afterHandleMessage'
  | 'onStateless'
>;

/** Has an editor ask again in a moment, because a document cannot be opened now. @returns what it is told */
export function turnedAway(
  documents: Documents,
  documentId: string,
  { socket, editor }: CollabContext,
  err: unknown,
): { reason: string } {
  const message = 'a document could not be opened';
  documents.link.tell({ type: 'log', documentId, err: String(err), message });
  if (editor) documents.link.tell({ type: 'left', session: editor.session });
  // An editor that is refused would not do so by itself. It is to read why first.
  setImmediate(() => socket.close(closings.again, 'again'));
  return { reason: collabReasons.busy };
}

/** What happens between the coming and going of a connection. */
export function sessionHooks(documents: Documents): Hooks {
  const { link, label, costs } = documents;
  /** When the message at hand began, by the work of this thread, and whether its change was tried elsewhere. */
  const began = new WeakMap<Editor, { at: number; wasTried: boolean }>();
  /** Words of the change at hand that it would put where nothing is any more. */
  const lost = new WeakMap<Editor, Lost[]>();
  const patience = new Patience();
  let worked = 0;

  /** @throws RefusedUpdate, NoRoom, Busy */
  async function judge(
    {
      document,
      context,
      payload,
    }: Pick<beforeSyncPayload<CollabContext>, 'document' | 'context' | 'payload'>,
    editor: Editor,
  ): Promise<Change> {
    if (payload.byteLength > MAX_UPDATE_BYTES) throw new RefusedUpdate('tooLarge');
    label.begin({ kind: 'change', documentId: document.name, userId: editor.userId });
    const change = checkUpdate(document, payload);
    const contradiction = contradictionIn(document, change.structs);
    if (contradiction) throw new RefusedUpdate('taken', contradiction.client);
    const writers = writersOf(document, change);
    assertOwn(document, writers, editor);
    const open = documents.open(document.name);
    const hasRoom = () => open?.hasRoomFor(payload.byteLength) ?? true;
    if (!hasRoom()) throw new RefusedUpdate('full');
    const weight = weightOf(change.structs.length, payload.byteLength);
    if (open && !documents.memory.mayGrow(open, weight)) throw new NoRoom('too much is open');
    const isTried =
      payload.byteLength > TRIED_ABOVE_BYTES ||
      editor.tries > 0 ||
      open?.isToBeJudged ||
      isCostly(document, change, documents.limits.steps);
    label.finish();
    if (!isTried || isEmpty(change)) {
      editor.wrote(writers);
      return change;
    }
    const trial = () => ({ state: Y.encodeStateAsUpdate(document), update: payload });
    await waiting(context, editor, () => tryChange(link, editor.userId, trial));
    began.set(editor, { at: worktime(), wasTried: true });
    open?.judged();
    if (editor.tries > 0) editor.tries -= 1;
    // Others may have written meanwhile.
    if (!hasRoom()) throw new RefusedUpdate('full');
    assertOwn(document, writers, editor);
    editor.wrote(writers);
    return change;
  }

  /** @throws RefusedUpdate `taken` when somebody else who is connected writes under one of these numbers */
  function assertOwn(document: Document, writers: ReadonlySet<number>, editor: Editor): void {
    const writer = borrowed(document, writers, editor, documents.editorsOf(document.name));
    if (writer !== null) throw new RefusedUpdate('taken', writer);
  }

  /** Waiting costs nobody anything. */
  async function waiting(
    { socket }: CollabContext,
    editor: Editor,
    work: () => Promise<void>,
  ): Promise<void> {
    await socket.holding(work);
    began.set(editor, { at: worktime(), wasTried: false });
  }

  return {
    async onAuthenticate({ documentName, context, connectionConfig }: onAuthenticatePayload<CollabContext>) {
      const ask = { socket: context.socket.id, documentId: documentName };
      const answer = await link.ask('admit', ask).catch((err) => {
        throw turnedAway(documents, documentName, context, err);
      });
      // Without a message, so that the library logs nothing.
      if ('refused' in answer) throw { reason: answer.refused };
      const editor = new Editor(documentName, answer);
      documents.admit(editor);
      connectionConfig.readOnly = !editor.mayWrite;
      return { editor };
    },

    async connected({ context: { editor }, connection }: connectedPayload<CollabContext>) {
      if (!editor) return;
      editor.begin(connection);
      documents.join(editor);
      const frozen = documents.open(editor.documentId)?.frozen;
      if (frozen) editor.tell({ type: 'frozen', ...frozen });
    },

    async onDisconnect({ context: { editor } }: onDisconnectPayload<CollabContext>) {
      if (editor) documents.leave(editor);
    },

    async beforeHandleMessage({
      connection,
      context: { editor },
      document,
    }: beforeHandleMessagePayload<CollabContext>) {
      if (!editor) return;
      began.set(editor, { at: worktime(), wasTried: false });
      const isGone = !document.hasConnection(connection);
      if (!isGone && !costs.isTooMuch(editor.userId)) return;
      hangUp(connection, 'again');
      throw { code: closings.again, reason: 'again' };
    },

    async beforeSync({ connection, context, document, type, payload }: beforeSyncPayload<CollabContext>) {
      const { editor } = context;
      if (!editor) return;
      if (type !== STEP_TWO && type !== UPDATE) {
        await waiting(context, editor, async () => {
          // It is sent nothing before that: made now, what it asks for would be kept until then.
          await documents.open(document.name)?.progress.settled();
          // That may be the whole document: one is read before the next is made.
          await context.socket.room();
        });
        return;
      }
      connection.readOnly = !editor.mayWrite || isFrozen(document);
      try {
        if (connection.readOnly) {
          if (payload.byteLength > MAX_UPDATE_BYTES) throw new RefusedUpdate('tooLarge');
          return;
        }
        const change = await judge({ document, context, payload }, editor);
        // Their rights, or the document itself, may have gone while it was tried.
        connection.readOnly = !editor.mayWrite || !document.hasConnection(connection);
        // A change that fits may come before the answer, from another of its writers.
        if (type === STEP_TWO) editor.isBehind = false;
        lost.set(editor, documents.open(document.name)?.lostIn(change) ?? []);
      } catch (err) {
        if (err instanceof Busy || err instanceof NoRoom) {
          hangUp(connection, 'again');
          throw { code: closings.again, reason: 'again' };
        }
        if (!(err instanceof RefusedUpdate)) throw err;
        if (err.reason === 'foreign' && type === UPDATE) {
          // It may follow one that was lost with another server: the editor is asked for all that is missing here.
          // What it goes on writing until it answers is in the answer too.
          connection.readOnly = true;
          if (editor.isBehind) return;
          editor.isBehind = true;
          const ask = new OutgoingMessage(connection.messageAddress).createSyncMessage();
          connection.send(ask.writeFirstSyncStepFor(document).toUint8Array());
          return;
        }
        if (err.reason === 'taken' && type === STEP_TWO && patience.lasts(editor)) {
          // An editor that was at another server may have what others wrote before this one does. Once it has been
          // read here, or they have brought it themselves, it is nothing new any more.
          hangUp(connection, 'again');
          throw { code: closings.again, reason: 'again' };
        }
        editor.refuse(err);
        hangUp(connection, 'refused');
        throw { code: closings.refused, reason: collabReasons.refused };
      } finally {
        label.finish();
      }
    },

    async onChange({ document, update, transactionOrigin, context }) {
      const open = documents.open(document.name);
      const { editor } = context as Partial<CollabContext>;
      if (transactionOrigin === STORED || !editor || open?.doc !== document) return;
      // Of this change alone: since the message came, the thread may have worked for others too.
      const ms = worktime() - documents.changeBegan;
      if (ms < SUSPICIOUS_MS || began.get(editor)?.wasTried) {
        open.write(update, { userId: editor.userId, ms, lost: lost.get(editor) ?? [] });
        lost.delete(editor);
        return;
      }
      // Nobody else has it yet. Whoever sent it comes again with it, and then it is tried elsewhere.
      link.tell({ type: 'suspect', documentId: document.name, userId: editor.userId });
      documents.drop(open);
    },

    async afterHandleMessage({ connection, context, document }: afterHandleMessagePayload<CollabContext>) {
      const { editor } = context;
      const since = editor && began.get(editor);
      if (!editor || !since) return;
      began.delete(editor);
      const open = documents.open(document.name);
      // What was missing here may have come without anything new.
      if (open) editor.answerMarks(open);
      const ms = worktime() - since.at;
      costs.add(editor.userId, ms);
      if (costs.isTooMuch(editor.userId)) return hangUp(connection, 'again');
      // What comes at once is handled at once: between, everything else has its turn.
      worked += ms;
      if (worked < TURN_MS) return;
      worked = 0;
      await nextTurn();
    },

    async onStateless({ connection, payload, documentName }: onStatelessPayload) {
      const { editor } = connection.context as CollabContext;
      const open = documents.open(documentName);
      if (!editor || !open || payload.length > MAX_MESSAGE) return;
      const message = messageSchema.safeParse(parsed(payload));
      if (message.success) editor.mark(message.data, open);
    },
  };

  function isFrozen(document: Document): boolean {
    return Boolean(documents.open(document.name)?.frozen);
  }
}

/** Whether it changes nothing, as what an editor answers that has nothing new. */
function isEmpty({ structs, ds }: Change): boolean {
  return structs.length === 0 && ds.clients.size === 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Milliseconds that this thread has worked. That others use the machine is nobody's cost here. */
export function worktime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
