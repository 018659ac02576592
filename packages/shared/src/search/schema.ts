import * as z from 'zod';
import type { AppType } from '../app/schema.ts';
import type { ChannelKind } from '../channel/schema.ts';
import type { datasetKinds } from '../dataset/schema.ts';
import type { SourceKind } from '../dataset/source.ts';
import type { TeamRole } from '../team/schema.ts';
import type { Mark } from './marks.ts';
import { queryTextSchema } from './query.ts';

/** Kinds of results, in the order of groups. */
export const searchKinds = [
  'app',
  'channel',
  'assistant',
  'person',
  'document',
  'source',
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
    /** Restricts messages to this channel. */
    channelId: z.uuid().optional(),
    /** Hits of each kind at most. */
    limit: z.int().min(1).max(50).default(10),
    /** The `nextCursor` of a group, for its next page. `kinds` must contain only its kind. */
    cursor: z.string().max(1_000).optional(),
  })
  .refine(({ cursor, kinds }) => cursor === undefined || new Set(kinds).size === 1, {
    path: ['cursor'],
    message: 'names one kind',
  });
export type Find = z.output<typeof findSchema>;

interface Found {
  id: string;
  /** Its name; "" if unnamed. */
  title: string;
  /** Names of its visible ancestors, outermost first. */
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
  /** Its author; "" for a deleted account. */
  author: { name: string; avatar: string; isAssistant: boolean };
  /** The place of most of the words, on one line, and where in it the matches are. */
  excerpt: { text: string; marks: Mark[] };
  createdAt: Date;
}

/** A document found by its text. `title` is its name. */
export interface DocumentHit extends Found {
  kind: 'document';
  appId: string;
  appType: AppType;
  icon: string;
  /** The place of most of the words, on one line, and where in it the matches are. */
  excerpt: { text: string; marks: Mark[] };
  editedAt: Date;
}

/** A source of a dataset, found by its name or by words on one of its pages. `title` is its name. */
export interface SourceHit extends Found {
  kind: 'source';
  sourceKind: SourceKind;
  /** Its dataset; `name` is "" if unnamed. */
  dataset: { id: string; kind: (typeof datasetKinds)[number]; name: string };
  appId: string;
  appType: AppType;
  /** The page with the words; null when its name was found. */
  page: {
    /** From 1. */
    index: number;
    /** As readers know the page. */
    label: string;
    /** Where the words stand in the page's text; `to` is exclusive. */
    from: number;
    to: number;
    /** The place of most of the words, on one line, and where in it the matches are. */
    excerpt: { text: string; marks: Mark[] };
  } | null;
}

/** A comment. `title` is the document's name. */
export interface CommentHit extends Found {
  kind: 'comment';
  documentId: string;
  discussionId: string;
  appId: string;
  appType: AppType;
  icon: string;
  /** Its author; "" for a deleted account. */
  author: { name: string; avatar: string };
  /** Whether its discussion is resolved. */
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
  | SourceHit
  | CommentHit
  | MessageHit;

/** The hits of one kind: names by how they match, comments and messages newest first, documents the last written first, sources by
 * name and then by their pages, best first. */
export interface SearchGroup {
  kind: SearchKind;
  hits: SearchHit[];
  nextCursor: string | null;
}

export interface SearchResult {
  /** Groups with hits only. */
  groups: SearchGroup[];
  /** Older messages, or pages of sources, were not searched, because of a timeout. */
  partial: boolean;
}
