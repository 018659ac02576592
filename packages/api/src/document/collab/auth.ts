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

/** Maximum open documents per socket; our own editors use one socket each. */
const MAX_ON_SOCKET = 8;

/** An admitted person. */
export interface Admission extends Pick<Admitted, 'person'> {
  session: CollabConnection;
}

/**
 * Admits a person who may see the document; the right to write is checked with each change.
 * @returns the reason for their editor where they may not
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
    // Counted here: many may be requested at once, and all are looked up before the first opens.
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
