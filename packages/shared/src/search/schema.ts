import * as z from 'zod';
import type { AppType } from '../app/schema.ts';
import type { ChannelKind } from '../channel/schema.ts';
import type { TeamRole } from '../team/schema.ts';
import type { Mark } from './marks.ts';
import { queryTextSchema } from './query.ts';

/** What can be found, in the order in which groups are answered. */
export const searchKinds = [
  'app',
  'channel',
  'assistant',
  'person',
  'document',
  'comment',
  'message',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Longest query, in characters. */
export const MAX_QUERY = 200;

export const findSchema = z
  .strictObject({
    query: queryTextSchema.min(1).max(MAX_QUERY),
    /** Absent: all. */
    kinds: z.array(z.enum(searchKinds)).max(searchKinds.length).optional(),
    /** Only messages of this channel. */
    channelId: z.uuid().optional(),
    /** Hits of each kind at most. */
    limit: z.int().min(1).max(50).default(10),
    /** The `nextCursor` of a group: what follows in it. `kinds` must name that one kind. */
    cursor: z.string().max(1_000).optional(),
  })
  .refine(({ cursor, kinds }) => cursor === undefined || new Set(kinds).size === 1, {
    path: ['cursor'],
    message: 'names one kind',
  });
export type Find = z.output<typeof findSchema>;

interface Found {
  id: string;
  /** The name as it is; "" for what has none yet. */
  title: string;
  /** Names of what holds it, outermost first, as far as the reader may see it. */
  path: string[];
}

export interface AppHit extends Found {
  kind: 'app';
  type: AppType;
  icon: string;
}

export interface ChannelHit extends Found {
  kind: 'channel';
  appId: string;
  appType: AppType;
  channelKind: ChannelKind;
  icon: string;
  activeAt: Date;
  archived: boolean;
}

export interface AssistantHit extends Found {
  kind: 'assistant';
  /** The app it belongs to; null: the reader's own. */
  appId: string | null;
  appType: AppType | null;
  avatar: string;
}

export interface PersonHit extends Omit<Found, 'id'> {
  kind: 'person';
  id: number;
  avatar: string;
  email: string;
  role: TeamRole;
}

/** A message on its channel's path. `title` is the channel's name. */
export interface MessageHit extends Found {
  kind: 'message';
  channelId: string;
  appId: string;
  appType: AppType;
  icon: string;
  seq: number;
  /** Its author; "" where the account is gone. */
  author: { name: string; avatar: string; isAssistant: boolean };
  /** The place of most of the words, on one line, and where in it the matches are. */
  excerpt: { text: string; marks: Mark[] };
  createdAt: Date;
}

/** A document whose words were found. `title` is its name. */
export interface DocumentHit extends Found {
  kind: 'document';
  appId: string;
  appType: AppType;
  icon: string;
  /** The place of most of the words, on one line, and where in it the matches are. */
  excerpt: { text: string; marks: Mark[] };
  editedAt: Date;
}

/** A comment beside a document. `title` is the document's name. */
export interface CommentHit extends Found {
  kind: 'comment';
  documentId: string;
  discussionId: string;
  appId: string;
  appType: AppType;
  icon: string;
  /** Its author; "" where the account is gone. */
  author: { name: string; avatar: string };
  /** Whether what it belongs to was resolved. */
  isResolved: boolean;
  /** The place of most of the words, on one line, and where in it the matches are. */
  excerpt: { text: string; marks: Mark[] };
  createdAt: Date;
}

export type SearchHit =
  | AppHit
  | ChannelHit
  | AssistantHit
  | PersonHit
  | DocumentHit
  | CommentHit
  | MessageHit;

/** The hits of one kind: names by how they match, comments and messages newest first, documents the last written first. */
export interface SearchGroup {
  kind: SearchKind;
  hits: SearchHit[];
  nextCursor: string | null;
}

export interface SearchResult {
  /** Groups with hits only. */
  groups: SearchGroup[];
  /** Older messages were not all looked at, because it took too long. */
  partial: boolean;
}
