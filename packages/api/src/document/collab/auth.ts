import { type collabReasons, cursorColour } from '@tandem/shared/document/schema';
import * as z from 'zod';
import { channelFor } from '../../access/policy/access.rules.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { isUserContext } from '../../core/trpc/access.ts';
import { findWriter } from '../model/document.repo.ts';
import { CollabConnection } from './connection.ts';
import type { CollabSocket } from './socket.ts';
import type { Admitted } from './thread/messages.ts';

/** Documents that one socket may have open at once; each of our own editors has a socket to itself. */
const MAX_ON_SOCKET = 8;

/** Somebody who was let in. */
export interface Admission extends Pick<Admitted, 'person'> {
  session: CollabConnection;
}

/**
 * Lets a person in who may see the document; what they may do is looked at with each change.
 * @returns the reason where they may not, as their editor is told it
 */
export async function admit(
  ctx: Context,
  socket: CollabSocket,
  documentId: string,
): Promise<Admission | keyof typeof collabReasons> {
  await ctx.renew?.();
  if (!isUserContext(ctx) || !z.uuid().safeParse(documentId).success) return 'notFound';
  try {
    const channel = await channelFor(ctx.db, ctx.actor, documentId, 'channel.view');
    // Its id in other letters would be another document to the library, with rows in common.
    if (channel.kind !== 'document' || channel.id !== documentId) return 'notFound';
    const person = await findWriter(ctx.db, ctx.actor.userId);
    if (!person) return 'notFound';
    // Counted where it is decided: many may be asked for at once, and all are looked up before the first is open.
    if (socket.sessions.size >= MAX_ON_SOCKET) return 'refused';
    const session = new CollabConnection(ctx, channel, {
      onRights: (canEdit) => socket.tellRights(session, canEdit),
      onGone: () => socket.close('gone'),
    });
    return { session, person: { ...person, color: cursorColour(person.id) } };
  } catch (err) {
    if (err instanceof AppError) return 'notFound';
    throw err;
  }
}
