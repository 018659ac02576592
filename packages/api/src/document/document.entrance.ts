import { setImmediate } from 'node:timers/promises';
import {
  type afterHandleMessagePayload,
  type beforeHandleMessagePayload,
  type beforeSyncPayload,
  type Configuration,
  type connectedPayload,
  OutgoingMessage,
  type onAuthenticatePayload,
  type onDisconnectPayload,
  type onStatelessPayload,
} from '@hocuspocus/server';
import { collabReasons, cursorColour, MAX_UPDATE_BYTES } from '@tandem/shared/document/schema';
import * as Y from 'yjs';
import * as z from 'zod';
import { channelFor } from '../access/access.rules.ts';
import { isUserContext } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { checkUpdate, RefusedUpdate } from './document.check.ts';
import { Costs } from './document.costs.ts';
import type { DocumentHub } from './document.hub.ts';
import { findWriter } from './document.repo.ts';
import { closings, DocumentSession, hangUp } from './document.session.ts';
import { TRIED_ABOVE_BYTES, tryUpdate } from './document.trial.ts';

/** What a connection knows: who came through the door, and their session once they were let in. */
export interface CollabContext {
  ctx: Context;
  /** Ends the socket, so that the editor tries again in a moment. */
  again(): void;
  /** Reads nothing more from the socket until the work is done, so that what follows waits at the other end. */
  holding<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Fulfilled when the other end has read most of what it was sent, or is gone. */
  drained(): Promise<void>;
  /** What is open over the same socket, or about to be. */
  onSocket: Set<DocumentSession>;
  session?: DocumentSession;
}

/** Documents that one socket may have open at once; each of our own editors has a socket to itself. */
const MAX_ON_SOCKET = 8;

/** Kinds of messages of the sync protocol of Yjs. */
const STEP_TWO = 1;
const UPDATE = 2;

const messageSchema = z.strictObject({ type: z.literal('mark'), n: z.int().min(0) });
/** Milliseconds of work after which others have their turn. */
const TURN_MS = 10;
/** Longest message beside the changes, in characters. */
const MAX_MESSAGE = 200;

/**
 * Lets a person in who may see the document; what they may do is looked at with each change.
 * @throws an object with the reason, as Hocuspocus tells it to the editor
 */
export async function authenticate({
  documentName,
  context,
  connectionConfig,
}: onAuthenticatePayload<CollabContext>): Promise<Partial<CollabContext>> {
  const { ctx } = context;
  await ctx.renew?.();
  if (!isUserContext(ctx) || !z.uuid().safeParse(documentName).success) throw refusal('notFound');
  try {
    const channel = await channelFor(ctx.db, ctx.actor, documentName, 'channel.view');
    // Its id in other letters would be another document to the library, with rows in common.
    if (channel.kind !== 'document' || channel.id !== documentName) throw refusal('notFound');
    const person = await findWriter(ctx.db, ctx.actor.userId);
    if (!person) throw refusal('notFound');
    const session = new DocumentSession(ctx, channel, { ...person, color: cursorColour(person.id) });
    // Counted where it is decided: many may be asked for at once, and all are looked up before the first is open.
    if (context.onSocket.size >= MAX_ON_SOCKET) throw refusal('refused');
    context.onSocket.add(session);
    connectionConfig.readOnly = !session.mayWrite;
    return { session };
  } catch (err) {
    if (err instanceof AppError) throw refusal('notFound');
    if (typeof err === 'object' && err !== null && 'reason' in err) throw err;
    throw turnedAway(context, err);
  }
}

/** Has an editor ask again in a moment, because a document cannot be opened now. @returns what it is told */
export function turnedAway(
  { ctx, again, onSocket, session }: CollabContext,
  err: unknown,
): { reason: string } {
  ctx.log.warn({ err }, 'a document could not be opened');
  if (session) onSocket.delete(session);
  // An editor that is refused would not do so by itself.
  again();
  return refusal('busy');
}

/** Without a message, so that the library logs nothing. */
function refusal(reason: keyof typeof collabReasons): { reason: string } {
  return { reason: collabReasons[reason] };
}

type Hooks = Pick<
  Configuration<CollabContext>,
  'connected' | 'onDisconnect' | 'beforeHandleMessage' | 'beforeSync' | 'afterHandleMessage' | 'onStateless'
>;

/** What happens between the coming and going of a connection. */
export function sessionHooks(hub: DocumentHub): Hooks {
  const began = new WeakMap<DocumentSession, number>();
  const costs = new Costs();
  let worked = 0;
  return {
    async connected({ context: { session }, connection }: connectedPayload<CollabContext>) {
      if (!session) return;
      session.begin(connection);
      hub.join(session);
    },

    async onDisconnect({ context: { session, onSocket } }: onDisconnectPayload<CollabContext>) {
      if (!session) return;
      onSocket.delete(session);
      hub.leave(session);
    },

    async beforeHandleMessage({
      connection,
      context: { session },
    }: beforeHandleMessagePayload<CollabContext>) {
      if (!session) return;
      began.set(session, worktime());
      if (!costs.isTooMuch(session.userId)) return;
      hangUp(connection, 'again');
      throw { code: closings.again, reason: 'again' };
    },

    async beforeSync({ connection, context, document, type, payload }: beforeSyncPayload<CollabContext>) {
      const { session } = context;
      if (!session) return;
      // Waiting costs nobody anything.
      const wait = (work: () => Promise<void>) =>
        context.holding(work).finally(() => began.set(session, worktime()));
      if (type !== STEP_TWO && type !== UPDATE) {
        // What it asks for may be the whole document: one is read before the next is made.
        await wait(context.drained);
        return;
      }
      connection.readOnly = !session.mayWrite;
      try {
        if (payload.byteLength > MAX_UPDATE_BYTES) throw new RefusedUpdate('tooLarge');
        if (connection.readOnly) return;
        checkUpdate(document, payload);
        const hasRoom = () => hub.open(document.name)?.hasRoomFor(payload.byteLength) ?? true;
        if (!hasRoom()) throw new RefusedUpdate('full');
        if (payload.byteLength > TRIED_ABOVE_BYTES) {
          const trial = () => ({ state: Y.encodeStateAsUpdate(document), update: payload });
          await wait(() => tryUpdate(session.userId, trial));
          // Others may have written meanwhile.
          if (!hasRoom()) throw new RefusedUpdate('full');
        }
        // A change that fits may come before the answer, from another of its writers.
        if (type === STEP_TWO) session.isBehind = false;
      } catch (err) {
        if (!(err instanceof RefusedUpdate)) throw err;
        if (err.reason === 'foreign' && type === UPDATE) {
          // It may follow one that was lost with another server: the editor is asked for all that is missing here.
          // What it goes on writing until it answers is in the answer too.
          connection.readOnly = true;
          if (session.isBehind) return;
          session.isBehind = true;
          const ask = new OutgoingMessage(connection.messageAddress).createSyncMessage();
          connection.send(ask.writeFirstSyncStepFor(document).toUint8Array());
          return;
        }
        session.refuse(err.reason);
        hangUp(connection, 'refused');
        throw { code: closings.refused, reason: collabReasons.refused };
      }
    },

    async afterHandleMessage({ connection, context, document }: afterHandleMessagePayload<CollabContext>) {
      const { session } = context;
      const since = session && began.get(session);
      if (!session || since === undefined) return;
      began.delete(session);
      const open = hub.open(document.name);
      // What was missing here may have come without anything new.
      if (open) session.answerMarks(open);
      const ms = worktime() - since;
      costs.add(session.userId, ms);
      if (costs.isTooMuch(session.userId)) return hangUp(connection, 'again');
      // What comes at once is handled at once: between, everything else has its turn.
      worked += ms;
      if (worked < TURN_MS) return;
      worked = 0;
      await setImmediate();
    },

    async onStateless({ connection, payload, documentName }: onStatelessPayload) {
      const { session } = connection.context as CollabContext;
      const open = hub.open(documentName);
      if (!session || !open || payload.length > MAX_MESSAGE) return;
      const message = messageSchema.safeParse(parsed(payload));
      if (message.success) session.mark(message.data.n, open);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Milliseconds that this process has worked. That others use the machine is nobody's cost here. */
function worktime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
