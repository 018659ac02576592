import { indexMessage, searchedTextOf } from '@tandem/api/content/search/index';
import type { Db } from '@tandem/db';
import { makeMessage } from '@tandem/db/testing/factories/index';
import type { SearchKind, SearchResult } from '@tandem/shared/search/schema';
import type { Api } from '../../running/api.ts';

/** A message at the end of a channel's path that can be found. */
export async function say(db: Db, values: Parameters<typeof makeMessage>[1]) {
  const message = await makeMessage(db, values);
  await indexMessage(db, { messageId: message.id, text: searchedTextOf(message.parts) });
  return message;
}

/** The search results of a person. */
export function find(
  api: Api,
  query: string,
  more: { kinds?: SearchKind[]; channelId?: string; limit?: number; cursor?: string } = {},
): Promise<SearchResult> {
  return api.trpc.search.find.query({ query, ...more });
}

/** Titles of the hits of one kind. */
export async function titles(api: Api, kind: SearchKind, query: string): Promise<string[]> {
  const { groups } = await find(api, query, { kinds: [kind] });
  return groups.flatMap(({ hits }) => hits.map(({ title }) => title));
}

/** Texts of the messages found, newest first. */
export async function messages(api: Api, query: string, channelId?: string): Promise<string[]> {
  const { groups } = await find(api, query, { kinds: ['message'], ...(channelId && { channelId }) });
  return groups.flatMap(({ hits }) =>
    hits.flatMap((hit) => (hit.kind === 'message' ? hit.excerpt.text : [])),
  );
}
