import { type AccessLevel, atLeast } from '@tandem/shared/access/permissions';
import type { Message, QueuedMessage } from '@tandem/shared/message/schema';
import { channelActions } from '../access/access.policy.ts';
import type { LoadedChannel } from '../access/access.rules.ts';
import type { UserContext } from '../core/context.ts';
import type { MessageRow, QueuedRow } from './message.row.ts';

/** For whom a message is presented: their abilities follow from who they are and what they hold. */
export interface MessageReader {
  userId: number;
  held: AccessLevel;
}

/** The actor as a reader of the channel that was loaded for them. */
export function readerIn(ctx: UserContext, channel: Pick<LoadedChannel, 'held'>): MessageReader {
  return { userId: ctx.actor.userId, held: channel.held };
}

/** A message as one reader gets it. */
export function presentMessage(row: MessageRow, reader: MessageReader): Message {
  const maySend = atLeast(reader.held, channelActions['channel.send']);
  const settled = row.status !== 'running';
  return {
    id: row.id,
    channelId: row.channelId,
    seq: row.seq,
    parentId: row.parentId,
    role: row.role,
    author:
      row.authorId === null
        ? null
        : { id: row.authorId, name: row.authorName ?? '', avatar: row.authorAvatar ?? '' },
    assistant:
      row.assistantId === null
        ? null
        : { id: row.assistantId, name: row.assistantName ?? '', avatar: row.assistantAvatar ?? '' },
    parts: row.parts,
    status: row.status,
    error: row.error,
    n: row.n,
    turnId: row.turnId,
    model: row.model,
    siblings: row.siblings,
    revision: row.revision,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    abilities: {
      edit: maySend && row.role === 'user' && row.authorId === reader.userId,
      regenerate: maySend && row.role === 'assistant' && settled,
      continue: maySend && row.last && canBeContinued(row),
    },
  };
}

/** Whether an answer ended before its end. */
export function canBeContinued(row: Pick<MessageRow, 'role' | 'status'>): boolean {
  return row.role === 'assistant' && ['interrupted', 'failed', 'stopped'].includes(row.status);
}

/** A waiting message as everyone in the channel sees it. */
export function presentQueued(row: QueuedRow): QueuedMessage {
  return {
    id: row.id,
    author: { id: row.authorId, name: row.authorName, avatar: row.authorAvatar },
    text: row.text,
    createdAt: row.createdAt,
  };
}
