import * as z from 'zod';
import { agentModeSchema } from '../agent/schema.ts';
import type { AppType } from '../app/schema.ts';
import type { AssistantSummary } from '../assistant/schema.ts';
import { fileIdsSchema } from '../file/schema.ts';
import { drawingSchema } from '../image/schema.ts';
import { pageRequestSchema } from '../pagination/schema.ts';
import { type Person, userIdSchema } from '../user/schema.ts';
import type { FilePart, Part } from './parts.ts';

/** Longest text of one message, in characters. */
export const MAX_MESSAGE_LENGTH = 100_000;

/** Text of a message, which may be empty if it has files. */
export const messageWordsSchema = z
  .string()
  .max(MAX_MESSAGE_LENGTH)
  // PostgreSQL holds neither NUL nor half a surrogate pair.
  .transform((text) => text.replaceAll('\0', '').toWellFormed());

/** Maximum mentions of a text. */
export const MAX_MENTIONS = 50;

/**
 * People and assistants mentioned as `@name`; those not in the text, or without access to the channel, are
 * dropped.
 */
export const mentionsSchema = z
  .array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('user'), userId: userIdSchema }),
      z.strictObject({ type: z.literal('assistant'), assistantId: z.uuid() }),
    ]),
  )
  .max(MAX_MENTIONS);
export type MentionInput = z.output<typeof mentionsSchema>[number];

export const sendMessageSchema = z
  .strictObject({
    channelId: z.uuid(),
    text: messageWordsSchema,
    /** Uploads of the sender's that go along. */
    fileIds: fileIdsSchema.optional(),
    /** Repeats with the same key return the first result. */
    clientKey: z.uuid().optional(),
    /** Stop the running turn and answer this one now, instead of queueing. */
    steer: z.boolean().optional(),
    mentions: mentionsSchema.optional(),
    /** Model for this answer (a model row's id); absent: the assistant's. */
    modelId: z.uuid().optional(),
    /** Pictures wanted of a model that draws; others pass it over. */
    drawing: drawingSchema.optional(),
    /** The answer may search the documents and messages that its asker, and everyone in the channel, may view. */
    workspace: z.boolean().optional(),
    /** What the run may do without asking, in an agent's channel; by default the channel's setting. */
    mode: agentModeSchema.optional(),
  })
  .refine(({ text, fileIds = [] }) => text.trim() !== '' || fileIds.length > 0, {
    params: { key: 'messageEmpty' },
    path: ['text'],
  });
export type SendMessage = z.output<typeof sendMessageSchema>;

export const stopTurnSchema = z.strictObject({ channelId: z.uuid() });
/** The answer to regenerate: the path branches there. */
export const regenerateMessageSchema = z.strictObject({
  channelId: z.uuid(),
  messageId: z.uuid(),
  modelId: z.uuid().optional(),
  clientKey: z.uuid().optional(),
});
/** Continues an interrupted or failed answer where it ended. */
export const continueMessageSchema = z.strictObject({ channelId: z.uuid(), messageId: z.uuid() });
/** The files of the message stay with it. */
export const editMessageSchema = z.strictObject({
  channelId: z.uuid(),
  messageId: z.uuid(),
  text: messageWordsSchema,
  mentions: mentionsSchema.optional(),
  clientKey: z.uuid().optional(),
});
/** Longest id of a tool's call, in characters. */
export const MAX_TOOL_CALL_ID = 256;
/** A tool's call in an answer. */
export const oneToolCallSchema = z.strictObject({
  channelId: z.uuid(),
  messageId: z.uuid(),
  toolCallId: z
    .string()
    .min(1)
    .max(MAX_TOOL_CALL_ID)
    .refine((id) => id.isWellFormed() && !id.includes('\0')),
});
export type OneToolCall = z.output<typeof oneToolCallSchema>;

/** Resources a waiting call would touch, as far as its reader may see them. */
export interface ConsentFacts {
  /** The asker of the answer. */
  asker: { id: number; name: string };
  isAsker: boolean;
  /** The channel's name, "" if unnamed: its audience reads the result. */
  room: string;
  documents: {
    action: 'read' | 'write';
    /** Null when the reader may not see it. */
    document: { id: string; appId: string; appType: AppType; name: string } | null;
  }[];
  /** Whether everyone who sees the channel may see all of them. */
  seenByAll: boolean;
  /** Whether the reader may approve the call unchanged. */
  mayApprove: boolean;
}

/**
 * Approves or refuses a waiting tool call; `input` replaces the model's. `shown` is the input the decider
 * saw: if another call waits under the same id, nothing is decided.
 */
export const decideToolSchema = oneToolCallSchema.extend({
  approve: z.boolean(),
  input: z.record(z.string(), z.unknown()).optional(),
  shown: z.record(z.string(), z.unknown()).optional(),
  /**
   * Approves later calls of this tool about the same path as well, or all of one tool of a server outside, until the run of
   * an agent ends. Refused for a call that is neither.
   */
  always: z.boolean().optional(),
});
export type DecideTool = z.output<typeof decideToolSchema>;

/** Switches the shared path to the branch of this message. */
export const selectMessageSchema = z.strictObject({ channelId: z.uuid(), messageId: z.uuid() });

/** A page of the active path, newest last; `before` is the `seq` of the oldest message held. */
export const listMessagesSchema = z.strictObject({
  channelId: z.uuid(),
  before: z.int().min(0).optional(),
  limit: z.int().min(1).max(100).default(40),
});

/** A numbered page of the active path, for REST clients. */
export const historySchema = z.strictObject({
  channelId: z.uuid(),
  pagination: pageRequestSchema.prefault({}),
});

export const editQueuedSchema = z.strictObject({
  channelId: z.uuid(),
  queuedId: z.uuid(),
  text: messageWordsSchema,
  mentions: mentionsSchema.optional(),
});
export const removeQueuedSchema = z.strictObject({ channelId: z.uuid(), queuedId: z.uuid() });

/** Different emoji that one message takes. */
export const MAX_REACTIONS = 20;
const emojiPattern = /^\p{RGI_Emoji}$/v;

/** One emoji as recommended by Unicode, including skin tones and flags. */
export const emojiSchema = z
  .string()
  .max(40)
  .refine((text) => emojiPattern.test(text));

export const reactSchema = z.strictObject({
  channelId: z.uuid(),
  messageId: z.uuid(),
  emoji: emojiSchema,
  on: z.boolean(),
});

/** A person or assistant mentioned as `@name`, with their name at the time. */
export type Mention =
  | { type: 'user'; userId: number; name: string }
  | { type: 'assistant'; assistantId: string; name: string };

export const messageRoles = ['user', 'assistant'] as const;
export type MessageRole = (typeof messageRoles)[number];

/** `running` while its turn streams; the other states are final until continued. */
export const messageStatuses = ['running', 'done', 'stopped', 'interrupted', 'failed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Why an answer failed: a key of the error catalogue's sentences, with the provider's own words where safe. */
export interface MessageError {
  key: string;
  detail?: string;
  /** Parameters of its sentence. */
  params?: Record<string, string | number>;
  retryable: boolean;
}

/** One entry of a channel's active path. */
export interface Message {
  id: string;
  channelId: string;
  /** Orders the path; gaps are normal. */
  seq: number;
  parentId: string | null;
  role: MessageRole;
  /** Null for an assistant's message or a deleted account. */
  author: Person | null;
  assistant: AssistantSummary | null;
  parts: Part[];
  status: MessageStatus;
  error: MessageError | null;
  /** Number of deltas in the parts; a running message's later deltas start at `n + 1`. */
  n: number;
  turnId: string | null;
  /** Name of the model that wrote it. */
  model: string | null;
  /** Ids of the alternatives at this point, oldest first, itself included. */
  siblings: string[];
  /** People and assistants that it names. */
  mentions: Mention[];
  /** In the order in which each emoji was first added. */
  reactions: Reaction[];
  /** Channel revision at which it last changed. */
  revision: number;
  createdAt: Date;
  editedAt: Date | null;
  abilities: MessageAbilities;
}

/** One emoji on a message. */
export interface Reaction {
  emoji: string;
  count: number;
  /** Whether the reader added it. */
  mine: boolean;
  /** Names of the first ten. */
  people: string[];
}

export interface MessageAbilities {
  edit: boolean;
  react: boolean;
  regenerate: boolean;
  continue: boolean;
  /** Whether the reader may consent to its waiting tool calls. */
  decide: boolean;
}

/** A message that waits until the running turn ends. */
export interface QueuedMessage {
  id: string;
  author: Person;
  text: string;
  mentions: Mention[];
  /** Its files. */
  files: FilePart[];
  createdAt: Date;
}

export interface MessagePage {
  /** Oldest first. */
  list: Message[];
  /** Whether there are messages before the first of `list`. */
  hasMore: boolean;
  /** The reader's position, by `seq`; null when they never opened the channel. */
  lastReadSeq: number | null;
  /** Channel revision that this page shows. */
  revision: number;
  queue: QueuedMessage[];
}

/**
 * Changes made by a mutation, shaped like everyone else's live event; `live/events.ts` defines how to apply
 * them.
 */
export interface MessageChange {
  /** Channel revision of the change. */
  revision: number;
  /** After large changes (switching a long path) `messages` is the newest page: discard all others. */
  reset: boolean;
  hasMore?: boolean;
  messages: Message[];
  /** Ids that left the active path. */
  removed: string[];
  /** The waiting messages, whole. */
  queue: QueuedMessage[];
}

/**
 * Result of `message.send`: exactly one of the two ids is set. A message that addresses no assistant is
 * stored immediately.
 */
export interface SendResult extends MessageChange {
  /** The person's message as stored. */
  messageId: string | null;
  /** It is queued until the running turn ends. */
  queuedId: string | null;
}
