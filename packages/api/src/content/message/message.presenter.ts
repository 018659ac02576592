import type { AccessLevel } from '@tandem/shared/access/permissions';
import type { Message, QueuedMessage } from '@tandem/shared/message/schema';
import { type ChannelAction, heldByArchive, mayOnChannel } from '../../access/policy/access.policy.ts';
import type { LoadedChannel } from '../../access/policy/access.rules.ts';
import type { UserContext } from '../../core/context.ts';
import { partOf } from '../file/file.service.ts';
import type { MessageRow, QueuedRow } from './row.ts';
import { toldError } from './told-error.ts';

/** The reader a message is presented to; their abilities follow from identity and level. */
export interface MessageReader {
  userId: number;
  held: AccessLevel;
  /** The channel, whose state restricts these abilities. */
  channel: Pick<LoadedChannel, 'kind' | 'archivedAt'>;
}

/** The actor as a reader of the channel that was loaded for them. */
export function readerIn(ctx: UserContext, channel: LoadedChannel): MessageReader {
  return { userId: ctx.actor.userId, held: channel.held, channel };
}

/** A message as one reader gets it. */
export function presentMessage(row: MessageRow, reader: MessageReader): Message {
  const maySend = may(reader, 'channel.send');
  const mayAsk = may(reader, 'channel.ask');
  const settled = row.status !== 'running';
  return {
    id: row.id,
    channelId: row.channelId,
    seq: row.seq,
    parentId: row.parentId,
    role: row.role,
    author:
      row.authorId === null || row.authorName === null
        ? null
        : { id: row.authorId, name: row.authorName, avatar: row.authorAvatar ?? '' },
    assistant:
      row.assistantId === null
        ? null
        : { id: row.assistantId, name: row.assistantName ?? '', avatar: row.assistantAvatar ?? '' },
    parts: row.parts,
    status: row.status,
    error: row.error && toldError(row.error, reader.userId),
    n: row.n,
    turnId: row.turnId,
    model: row.model,
    siblings: row.siblings,
    mentions: row.mentions,
    reactions: row.reactions.map(({ emoji, userIds, people }) => ({
      emoji,
      count: userIds.length,
      mine: userIds.includes(reader.userId),
      people,
    })),
    revision: row.revision,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    abilities: {
      edit: maySend && row.role === 'user' && row.authorId === reader.userId,
      react: settled && may(reader, 'channel.comment'),
      regenerate: mayAsk && row.role === 'assistant' && settled,
      continue: mayAsk && row.last && canBeContinued(row),
      decide: row.role === 'assistant' && !settled && may(reader, 'channel.edit'),
    },
  };
}

function may({ held, channel }: MessageReader, action: ChannelAction): boolean {
  return mayOnChannel(held, action, channel.kind) && !heldByArchive(channel, action);
}

/** Whether an answer ended early. */
export function canBeContinued(row: Pick<MessageRow, 'role' | 'status'>): boolean {
  return row.role === 'assistant' && ['interrupted', 'failed', 'stopped'].includes(row.status);
}

/** A waiting message as everyone in the channel sees it. */
export function presentQueued(row: QueuedRow): QueuedMessage {
  return {
    id: row.id,
    author: { id: row.authorId, name: row.authorName, avatar: row.authorAvatar },
    text: row.text,
    mentions: row.mentions,
    files: row.files.map(partOf),
    createdAt: row.createdAt,
  };
}
