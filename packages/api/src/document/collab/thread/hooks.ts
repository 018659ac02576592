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
import { collabReasons, MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import * as z from 'zod';
import { RefusedUpdate } from '../../edit/check.ts';
import { closings } from './closings.ts';
import type { Documents } from './documents.ts';
import { Editor, hangUp } from './editor.ts';
import { judgeChange } from './judge.ts';
import { OutOfMemory } from './memory.ts';
import { Patience } from './patience.ts';
import type { Lost } from './rescue.ts';
import { STORED } from './showing.ts';
import type { RelayedSocket } from './socket.ts';
import { Busy } from './validate.ts';

/** State of a connection: its socket, and its editor once admitted. */
export interface CollabContext {
  socket: RelayedSocket;
  editor?: Editor;
}

/** Kinds of messages of the sync protocol of Yjs. */
const STEP_TWO = 1;
const UPDATE = 2;

/** Milliseconds of work for one change after which its next ones are tried in a child first. */
const SUSPICIOUS_MS = 300;
/** Milliseconds of work after which others have their turn. */
const TURN_MS = 10;
/** Maximum characters of a message other than a change. */
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

/**
 * Makes an editor reconnect shortly, because a document cannot be opened now.
 * @returns the reason it is sent
 */
export function turnedAway(
  documents: Documents,
  documentId: string,
  { socket, editor }: CollabContext,
  err: unknown,
): { reason: string } {
  const message = 'a document could not be opened';
  documents.link.tell({ type: 'log', documentId, err: String(err), message });
  if (editor) documents.link.tell({ type: 'left', session: editor.session });
  // A refused editor would not reconnect automatically. It must read the reason first.
  setImmediate(() => socket.close(closings.again, 'again'));
  return { reason: collabReasons.busy };
}

/** Hooks of a connection from start to end. */
export function sessionHooks(documents: Documents): Hooks {
  const { link, label, costs } = documents;
  /** Start of the current message, in this thread's work, and whether its change was tried in a child. */
  const began = new WeakMap<Editor, { at: number; wasTried: boolean }>();
  /** Words of the current change inside removed blocks. */
  const lost = new WeakMap<Editor, Lost[]>();
  const patience = new Patience();
  let worked = 0;

  /** Waiting time costs nobody anything. */
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
          // Sent only afterwards: a reply built now would have to be kept until then.
          await documents.open(document.name)?.progress.settled();
          // This may be the whole document: one is read before the next is built.
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
        const change = await judgeChange(documents, { document, payload, editor }, async (trial) => {
          await waiting(context, editor, trial);
          began.set(editor, { at: worktime(), wasTried: true });
        });
        // The rights, or the document, may have gone during the trial.
        connection.readOnly = !editor.mayWrite || !document.hasConnection(connection);
        // Another of its writers may send a matching change before the answer.
        if (type === STEP_TWO) editor.isBehind = false;
        lost.set(editor, documents.open(document.name)?.lostIn(change) ?? []);
      } catch (err) {
        if (err instanceof Busy || err instanceof OutOfMemory) {
          hangUp(connection, 'again');
          throw { code: closings.again, reason: 'again' };
        }
        if (!(err instanceof RefusedUpdate)) throw err;
        if (err.reason === 'foreign' && type === UPDATE) {
          // The change may depend on one lost with another server: the editor is asked for everything missing
          // here. The answer includes what it writes until then.
          connection.readOnly = true;
          if (editor.isBehind) return;
          editor.isBehind = true;
          const ask = new OutgoingMessage(connection.messageAddress).createSyncMessage();
          connection.send(ask.writeFirstSyncStepFor(document).toUint8Array());
          return;
        }
        if (err.reason === 'taken' && type === STEP_TWO && patience.lasts(editor)) {
          // An editor from another server may have others' changes before this one does. Once they are read
          // here, or resent by their writers, they are no longer new.
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
      // Measures this change alone: since the message arrived, the thread may have worked for others.
      const ms = worktime() - documents.changeBegan;
      if (ms < SUSPICIOUS_MS || began.get(editor)?.wasTried) {
        open.write(update, { userId: editor.userId, ms, lost: lost.get(editor) ?? [] });
        lost.delete(editor);
        return;
      }
      // Nobody else has it yet. Its sender reconnects with it, and then it is tried in a child.
      link.tell({ type: 'suspect', documentId: document.name, userId: editor.userId });
      documents.drop(open);
    },

    async afterHandleMessage({ connection, context, document }: afterHandleMessagePayload<CollabContext>) {
      const { editor } = context;
      const since = editor && began.get(editor);
      if (!editor || !since) return;
      began.delete(editor);
      const open = documents.open(document.name);
      // Missing changes may have arrived without anything new.
      if (open) editor.answerMarks(open);
      const ms = worktime() - since.at;
      costs.add(editor.userId, ms);
      if (costs.isTooMuch(editor.userId)) return hangUp(connection, 'again');
      // Messages that arrive together are processed together; this yields in between.
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Milliseconds of this thread's work, unaffected by other load on the machine. */
export function worktime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
