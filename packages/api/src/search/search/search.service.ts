import type { Db } from '@tandem/db';
import type { Find, SearchGroup, SearchHit, SearchKind, SearchResult } from '@tandem/shared/search/schema';
import { searchKinds } from '@tandem/shared/search/schema';
import type { TeamRole } from '@tandem/shared/team/schema';
import type { Reader } from '../../access/policy/access.fragments.ts';
import { writeCursor } from '../../core/cursor.ts';
import { fairQueue } from '../../core/timing/fair-queue.ts';
import { searchedText } from '../../document/model/index.ts';
import { listUsers } from '../../identity/team/team.service.ts';
import { findComments } from './comments.repo.ts';
import { readMessageCursor, readNameCursor } from './cursor.ts';
import { findDocuments } from './documents.repo.ts';
import { channelsGranted, findMessages } from './messages.repo.ts';
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

/** Where and for whom is searched. */
export interface Searcher {
  reader: Reader;
  team: { teamId: string; role: TeamRole };
}

/** A guest's messages are looked for in their channels alone, up to this many. */
const FEW_CHANNELS = 500;
/**
 * Of a process's connections to the database at most this many search, two of them for one person; further searches
 * wait, person by person.
 */
const searches = fairQueue<number>({ atOnce: 3, atOncePerOwner: 2, waitingPerOwner: 50 });

/**
 * Finds names, documents, comments and messages that the reader may see in their team, kind by kind. Every word must be
 * in a name, wherever; a text must hold every word, the last of which may be unfinished.
 * @throws AppError `invalidInput` for a cursor that is not of this kind
 */
export async function find(db: Db, searcher: Searcher, input: Find): Promise<SearchResult> {
  const query = readQuery(input.query);
  // Only messages are in a channel.
  const possible = input.channelId === undefined ? searchKinds : (['message'] as const);
  const kinds = possible.filter((kind) => input.kinds?.includes(kind) ?? true);
  const found = await Promise.all(kinds.map((kind) => groupOf(db, searcher, kind, query, input)));
  return {
    groups: found.map(({ group }) => group).filter(({ hits }) => hits.length > 0),
    partial: found.some(({ partial }) => partial),
  };
}

async function groupOf(db: Db, searcher: Searcher, kind: SearchKind, query: SearchQuery, input: Find) {
  if (kind === 'message') return messagesOf(db, searcher, query, input);
  if (kind === 'document') return documentsOf(db, searcher, query, input);
  if (kind === 'comment') return commentsOf(db, searcher, query, input);
  return { group: await namesOf(db, searcher, kind, query, input), partial: false };
}

async function namesOf(
  db: Db,
  { reader, team }: Searcher,
  kind: Exclude<SearchKind, 'message' | 'comment' | 'document'>,
  query: SearchQuery,
  { limit, cursor }: Find,
): Promise<SearchGroup> {
  const after = cursor === undefined ? null : readNameCursor(cursor);
  // One more than is shown tells whether there are more.
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

/** Ids of the people that a guest may know of; null for members, who know all. */
async function knownTo(db: Db, { reader, team }: Searcher): Promise<number[] | null> {
  if (team.role !== 'guest') return null;
  return (await listUsers(db, reader, team)).map(({ id }) => id);
}

/**
 * The channels of a reader who sees few of them, so that not all that others wrote is looked through for nothing;
 * null for everyone else.
 */
async function fewChannelsOf(db: Db, { reader, team }: Searcher): Promise<string[] | null> {
  if (team.role !== 'guest') return null;
  const ids = await channelsGranted(db, reader, team.teamId);
  return ids.length > FEW_CHANNELS ? null : ids;
}

async function messagesOf(
  db: Db,
  { reader, team }: Searcher,
  query: SearchQuery,
  { limit, cursor, channelId }: Find,
): Promise<{ group: SearchGroup; partial: boolean }> {
  const after = cursor === undefined ? null : readMessageCursor(cursor);
  const none = { group: { kind: 'message' as const, hits: [], nextCursor: null }, partial: false };
  if (query.wanted.length === 0) return none;
  const channelIds = channelId === undefined ? await fewChannelsOf(db, { reader, team }) : [channelId];
  if (channelIds?.length === 0) return none;
  const search = { reader, teamId: team.teamId, channelIds, query, limit: limit + 1, after };
  const { rows, partial } = await searches.run(reader.userId, () => findMessages(db, search));
  const shown = rows.slice(0, limit);
  const paths = await findPaths(db, reader, [...new Set(shown.map((row) => row.channelId))]);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const hits: SearchHit[] = [];
  // One after the other: messages can be very long.
  for (const row of shown) hits.push(await presentFound(row, paths.get(row.channelId) ?? [], query.typed));
  return {
    group: {
      kind: 'message',
      hits,
      nextCursor: last ? writeCursor({ at: last.at, id: last.id }) : null,
    },
    partial,
  };
}

async function documentsOf(
  db: Db,
  { reader, team }: Searcher,
  query: SearchQuery,
  { limit, cursor }: Find,
): Promise<{ group: SearchGroup; partial: boolean }> {
  const after = cursor === undefined ? null : readMessageCursor(cursor);
  const none = { group: { kind: 'document' as const, hits: [], nextCursor: null }, partial: false };
  if (query.wanted.length === 0) return none;
  const search = { reader, teamId: team.teamId, query, limit: limit + 1, after };
  const { rows, partial } = await searches.run(reader.userId, () => findDocuments(db, search));
  const shown = rows.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const paths = await findPaths(db, reader, ids);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? writeCursor({ at: last.at, id: last.id }) : null;
  const hits: SearchHit[] = [];
  // One after the other: documents can be very long.
  for (const row of shown) {
    const text = await searchedText(db, row.id);
    hits.push(await presentDocument(row, paths.get(row.id) ?? [], { text, query: query.typed }));
  }
  return { group: { kind: 'document', hits, nextCursor }, partial };
}

async function commentsOf(
  db: Db,
  { reader, team }: Searcher,
  query: SearchQuery,
  { limit, cursor }: Find,
): Promise<{ group: SearchGroup; partial: boolean }> {
  const after = cursor === undefined ? null : readMessageCursor(cursor);
  const none = { group: { kind: 'comment' as const, hits: [], nextCursor: null }, partial: false };
  if (query.wanted.length === 0) return none;
  const search = { reader, teamId: team.teamId, query, limit: limit + 1, after };
  const { rows, partial } = await searches.run(reader.userId, () => findComments(db, search));
  const shown = rows.slice(0, limit);
  const paths = await findPaths(db, reader, [...new Set(shown.map(({ documentId }) => documentId))]);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? writeCursor({ at: last.at, id: last.id }) : null;
  const hits: SearchHit[] = [];
  for (const row of shown) hits.push(await presentComment(row, paths.get(row.documentId) ?? [], query.typed));
  return { group: { kind: 'comment', hits, nextCursor }, partial };
}
