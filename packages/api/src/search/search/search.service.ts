import type { Db } from '@tandem/db';
import type { Find, SearchGroup, SearchHit, SearchKind, SearchResult } from '@tandem/shared/search/schema';
import { searchKinds } from '@tandem/shared/search/schema';
import type { TeamRole } from '@tandem/shared/team/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { writeCursor } from '../../core/cursor.ts';
import type { Platform } from '../../core/platform.ts';
import { fairQueue } from '../../core/timing/fair-queue.ts';
import { searchedText } from '../../document/model/index.ts';
import { listUsers } from '../../identity/team/team.service.ts';
import { type FoundComment, findComments } from './comments.repo.ts';
import { readMessageCursor, readNameCursor } from './cursor.ts';
import { type FoundDocument, findDocuments } from './documents.repo.ts';
import { channelsGranted, type FoundMessage, findMessages } from './messages.repo.ts';
import {
  findAppNames,
  findAssistantNames,
  findChannelNames,
  findPaths,
  findPeopleNames,
  type NameSearch,
} from './names.repo.ts';
import { readQuery, type SearchQuery } from './query.ts';
import {
  presentApp,
  presentAssistant,
  presentChannel,
  presentComment,
  presentDocument,
  presentFound,
  presentPerson,
} from './search.presenter.ts';
import { findSourceHits } from './sources.ts';
import type { TextRows, TextSearch } from './text.repo.ts';

type Context = { db: Db; platform: Platform };

/** The reader and team of a search. */
export interface Searcher {
  reader: Reader;
  team: { teamId: string; role: TeamRole };
}

/** A guest's messages are looked for in their channels alone, up to this many. */
const FEW_CHANNELS = 500;
/**
 * Maximum database connections of a process used by searches, two of them for one person; further searches
 * wait, person by person.
 */
const searches = fairQueue<number>({ atOnce: 3, atOncePerOwner: 2, waitingPerOwner: 50 });

/**
 * Finds visible names, documents, sources, comments and messages of the reader's team, by kind. Names match if they
 * contain every word; texts likewise, with the last word as a prefix.
 * @throws AppError `invalidInput` for a cursor of another kind
 */
export async function find(context: Context, searcher: Searcher, input: Find): Promise<SearchResult> {
  const query = readQuery(input.query);
  // Only messages belong to a channel.
  const possible = input.channelId === undefined ? searchKinds : (['message'] as const);
  const kinds = possible.filter((kind) => input.kinds?.includes(kind) ?? true);
  const found = await Promise.all(kinds.map((kind) => groupOf(context, searcher, kind, query, input)));
  return {
    groups: found.map(({ group }) => group).filter(({ hits }) => hits.length > 0),
    partial: found.some(({ partial }) => partial),
  };
}

async function groupOf(
  context: Context,
  searcher: Searcher,
  kind: SearchKind,
  query: SearchQuery,
  input: Find,
) {
  const { db } = context;
  if (kind === 'message') return messagesOf(db, searcher, query, input);
  if (kind === 'document') return documentsOf(db, searcher, query, input);
  if (kind === 'comment') return commentsOf(db, searcher, query, input);
  if (kind === 'source') return sourcesOf(context, searcher, query, input);
  return { group: await namesOf(db, searcher, kind, query, input), partial: false };
}

async function namesOf(
  db: Db,
  { reader, team }: Searcher,
  kind: Exclude<SearchKind, 'message' | 'comment' | 'document' | 'source'>,
  query: SearchQuery,
  { limit, cursor }: Find,
): Promise<SearchGroup> {
  const after = cursor === undefined ? null : readNameCursor(cursor);
  // One more than is shown reveals whether there are more.
  const search: NameSearch = { reader, teamId: team.teamId, query, limit: limit + 1, after };
  const group = <Row extends { rank: number; key: string; id: string | number }>(
    rows: Row[],
    present: (row: Row) => SearchHit,
  ): SearchGroup => {
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const next = last && writeCursor({ rank: last.rank, key: last.key, id: String(last.id) });
    return { kind, hits: shown.map(present), nextCursor: next ?? null };
  };
  switch (kind) {
    case 'app':
      return group(await findAppNames(db, search), presentApp);
    case 'assistant':
      return group(await findAssistantNames(db, search), presentAssistant);
    case 'person':
      return group(await findPeopleNames(db, search, await knownTo(db, { reader, team })), presentPerson);
    case 'channel': {
      const rows = await findChannelNames(db, search);
      const paths = await findPaths(
        db,
        reader,
        rows.map(({ id }) => id),
      );
      return group(rows, (row) => presentChannel(row, paths.get(row.id) ?? []));
    }
  }
}

/** Returns ids of people visible to a guest; null for members, who see all. */
async function knownTo(db: Db, { reader, team }: Searcher): Promise<number[] | null> {
  if (team.role !== 'guest') return null;
  return (await listUsers(db, reader, team)).map(({ id }) => id);
}

/**
 * Returns the channels of a reader who sees few, to avoid scanning everyone else's messages; null for others.
 */
async function fewChannelsOf(db: Db, { reader, team }: Searcher): Promise<string[] | null> {
  if (team.role !== 'guest') return null;
  const ids = await channelsGranted(db, reader, team.teamId);
  return ids.length > FEW_CHANNELS ? null : ids;
}

type Searched = Promise<{ group: SearchGroup; partial: boolean }>;

const messagesOf = (db: Db, searcher: Searcher, query: SearchQuery, input: Find): Searched =>
  textsOf<FoundMessage>(db, searcher, query, input, {
    kind: 'message',
    async find(search) {
      const channelIds =
        input.channelId === undefined ? await fewChannelsOf(db, searcher) : [input.channelId];
      return channelIds?.length === 0
        ? { rows: [], partial: false }
        : findMessages(db, { ...search, channelIds });
    },
    channelOf: (row) => row.channelId,
    present: (row, path) => presentFound(row, path, query.typed),
  });

const documentsOf = (db: Db, searcher: Searcher, query: SearchQuery, input: Find): Searched =>
  textsOf<FoundDocument>(db, searcher, query, input, {
    kind: 'document',
    find: (search) => findDocuments(db, search),
    channelOf: (row) => row.id,
    present: async (row, path) =>
      presentDocument(row, path, { text: await searchedText(db, row.id), query: query.typed }),
  });

const commentsOf = (db: Db, searcher: Searcher, query: SearchQuery, input: Find): Searched =>
  textsOf<FoundComment>(db, searcher, query, input, {
    kind: 'comment',
    find: (search) => findComments(db, search),
    channelOf: (row) => row.documentId,
    present: (row, path) => presentComment(row, path, query.typed),
  });

/** Sources and their pages, by position: they are ranked anew for each page. */
async function sourcesOf(
  context: Context,
  { reader, team }: Searcher,
  query: SearchQuery,
  input: Find,
): Searched {
  return searches.run(reader.userId, () =>
    findSourceHits(context, { reader, teamId: team.teamId }, query.typed, input),
  );
}

interface TextKind<Row> {
  kind: 'message' | 'document' | 'comment';
  find(search: TextSearch): Promise<TextRows<Row>>;
  /** The channel or document that it is in. */
  channelOf(row: Row): string;
  present(row: Row, path: string[]): Promise<SearchHit>;
}

/** One page of texts, each with the path to it. */
async function textsOf<Row extends { at: number; id: string }>(
  db: Db,
  { reader, team }: Searcher,
  query: SearchQuery,
  { limit, cursor }: Find,
  { kind, find, channelOf, present }: TextKind<Row>,
): Searched {
  const after = cursor === undefined ? null : readMessageCursor(cursor);
  if (query.wanted.length === 0) return { group: { kind, hits: [], nextCursor: null }, partial: false };
  const search = { reader, teamId: team.teamId, query, limit: limit + 1, after };
  const { rows, partial } = await searches.run(reader.userId, () => find(search));
  const shown = rows.slice(0, limit);
  const paths = await findPaths(db, reader, [...new Set(shown.map(channelOf))]);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const hits: SearchHit[] = [];
  // One after the other: texts can be very long.
  for (const row of shown) hits.push(await present(row, paths.get(channelOf(row)) ?? []));
  const nextCursor = last ? writeCursor({ at: last.at, id: last.id }) : null;
  return { group: { kind, hits, nextCursor }, partial };
}
