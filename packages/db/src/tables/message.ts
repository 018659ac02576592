import type { AgentMode } from '@tandem/shared/agent/schema';
import type { Drawing } from '@tandem/shared/image/schema';
import type { MessageTrigger, Part } from '@tandem/shared/message/parts';
import type { Mention, MessageError, MessageRole, MessageStatus } from '@tandem/shared/message/schema';
import type { Generated, JSONColumnType } from 'kysely';

export interface MessageTable {
  id: Generated<string>;
  channelId: string;
  teamId: string;
  parentId: string | null;
  seq: number;
  /** Whether it is on the channel's shared path. */
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

/** A message sent during a turn: taken in order when it ends. */
export interface QueuedMessageTable {
  id: Generated<string>;
  channelId: string;
  teamId: string;
  authorId: number;
  text: string;
  modelId: string | null;
  /** What its run may do without asking, in an agent's channel; null for the channel's setting. */
  mode: Generated<AgentMode | null>;
  /** What sent it on behalf of its author, who then did not write it just now. */
  trigger: JSONColumnType<MessageTrigger, string | null | undefined, string | null> | null;
  mentions: JSONColumnType<Mention[], string | undefined, string>;
  fileIds: Generated<string[]>;
  /** Pictures wanted, should a model that draws answer. */
  drawing: JSONColumnType<Drawing, string | null | undefined, string | null> | null;
  /** Its answer may search the documents and messages of the workspace. */
  workspace: Generated<boolean>;
  clientKey: string | null;
  /** Order of arrival. */
  number: Generated<number>;
  createdAt: Generated<Date>;
}

export const turnStatuses = ['running', 'done', 'stopped', 'interrupted', 'failed'] as const;

/** A run of an assistant. Every write to it states the epoch it believes in. */
export interface TurnTable {
  id: Generated<string>;
  channelId: string;
  teamId: string;
  messageId: string;
  /** The asker, whose rights it has. */
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
  /** Pictures that its model made. */
  images: Generated<number>;
  /** Input and output of its last request: how full the model's context is. */
  contextTokens: Generated<number | null>;
  /** Milliseconds from start to the first token. */
  firstTokenMs: number | null;
  startedAt: Generated<Date>;
  endedAt: Date | null;
  /** Since when it only waits for consent; no process runs it then, and it uses no slot of its person. */
  waitingSince: Generated<Date | null>;
  /** Milliseconds it ran before it last waited. */
  activeMs: Generated<number>;
  /** Whether some of its tokens so far were estimated. */
  isEstimated: Generated<boolean>;
  /** Ids of sources by the numbers under which its model knew them when it last waited; null before that. */
  sources: JSONColumnType<Record<string, string>> | null;
}

/** One person's emoji on a message. */
export interface ReactionTable {
  messageId: string;
  userId: number;
  emoji: string;
  createdAt: Generated<Date>;
}

/** Search words of a finished message; the message's own row says whether it is on the path. */
export interface MessageTextTable {
  messageId: string;
  teamId: string;
  channelId: string;
  createdAt: Date;
  /** tsvector; written and read in SQL only. */
  words: string;
}

/** One row while messages from before the index remain to be indexed; else none. */
export interface SearchFillTable {
  singleton: Generated<boolean>;
  /** Messages are read in order of their ids; null: from the first. */
  afterId: string | null;
}
