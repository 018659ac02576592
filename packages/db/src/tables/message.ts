import type { Drawing } from '@tandem/shared/image/schema';
import type { Part } from '@tandem/shared/message/parts';
import type { Mention, MessageError, MessageRole, MessageStatus } from '@tandem/shared/message/schema';
import type { Generated, JSONColumnType } from 'kysely';

export interface MessageTable {
  id: Generated<string>;
  channelId: string;
  teamId: string;
  parentId: string | null;
  seq: number;
  /** Whether it stands on the channel's one shared path. */
  active: Generated<boolean>;
  role: MessageRole;
  authorId: number | null;
  assistantId: string | null;
  turnId: string | null;
  parts: JSONColumnType<Part[]>;
  /** People and assistants that its text names. */
  mentions: JSONColumnType<Mention[], string | undefined, string>;
  status: Generated<MessageStatus>;
  error: JSONColumnType<MessageError> | null;
  /** Deltas contained in `parts`. */
  n: Generated<number>;
  model: string | null;
  clientKey: string | null;
  revision: number;
  createdAt: Generated<Date>;
  editedAt: Date | null;
}

/** A message sent while a turn ran: taken in order when it ends. */
export interface QueuedMessageTable {
  id: Generated<string>;
  channelId: string;
  teamId: string;
  authorId: number;
  text: string;
  modelId: string | null;
  mentions: JSONColumnType<Mention[], string | undefined, string>;
  fileIds: Generated<string[]>;
  /** Pictures wanted, should a model that draws answer. */
  drawing: JSONColumnType<Drawing, string | null | undefined, string | null> | null;
  clientKey: string | null;
  /** Order of arrival. */
  number: Generated<number>;
  createdAt: Generated<Date>;
}

export const turnStatuses = ['running', 'done', 'stopped', 'interrupted', 'failed'] as const;

/** One run of an assistant. Every write to it says which epoch it believes in. */
export interface TurnTable {
  id: Generated<string>;
  channelId: string;
  teamId: string;
  messageId: string;
  /** The person whose rights it has. */
  userId: number;
  assistantId: string | null;
  modelId: string | null;
  status: Generated<(typeof turnStatuses)[number]>;
  /** The server process that runs it. */
  ownerId: string;
  epoch: Generated<number>;
  leaseUntil: Date;
  stopRequestedAt: Date | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** What its last request read and wrote: how full the model is. */
  contextTokens: Generated<number | null>;
  /** Milliseconds from start to the first token. */
  firstTokenMs: number | null;
  startedAt: Generated<Date>;
  endedAt: Date | null;
  /** Since when nothing goes on but waiting for consent; it takes no place among its person's answers then. */
  waitingSince: Generated<Date | null>;
}

/** One person's answer to a message in one sign. */
export interface ReactionTable {
  messageId: string;
  userId: number;
  emoji: string;
  createdAt: Generated<Date>;
}

/** The words of a finished message, as they are searched; whether it is on the path says its own row. */
export interface MessageTextTable {
  messageId: string;
  teamId: string;
  channelId: string;
  createdAt: Date;
  /** tsvector; written and read in SQL only. */
  words: string;
}

/** One row while messages that were there before their words are still to be read; else none. */
export interface SearchFillTable {
  singleton: Generated<boolean>;
  /** Messages are read in order of their ids; null: from the first. */
  afterId: string | null;
}
