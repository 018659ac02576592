import type { Person } from '@tandem/shared/user/schema';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useChannelAssistants } from '../assistant/queries.ts';
import type { Candidate } from '../message/composer/mentions.ts';
import type { MentionSource } from '../message/composer/use-mentions.tsx';

/** The audience of a channel changes rarely. Milliseconds. */
const FRESH_MS = 60_000;
const PAGE = 50;

interface Candidates {
  source: MentionSource;
  /** Everyone known so far, to find names in a text. */
  all(): readonly Candidate[];
}

/**
 * The possible mentions in a channel: the assistants that can answer there, and its readers as far as they
 * have been loaded.
 */
export function useCandidates(channelId: string, userId: number): Candidates {
  const [query, setQuery] = useState<string | null>(null);
  const assistants = useChannelAssistants(channelId).data;
  const everyone = trpc.channel.people.useQuery(
    { channelId, limit: PAGE },
    { enabled: query !== null, staleTime: FRESH_MS },
  ).data;
  // A large team is searched on the server.
  const found = trpc.channel.people.useQuery(
    { channelId, limit: PAGE, query: query ?? '' },
    {
      enabled: Boolean(query) && typeof everyone?.nextCursor === 'string',
      staleTime: FRESH_MS,
      placeholderData: keepPreviousData,
    },
  ).data;

  const known = useRef(new Map<number, Person>());
  const candidates = useMemo<Candidate[]>(() => {
    for (const person of [...(everyone?.list ?? []), ...(found?.list ?? [])])
      known.current.set(person.id, person);
    return [
      ...(assistants ?? []).map(({ id, name, avatar }) => ({ type: 'assistant' as const, id, name, avatar })),
      ...[...known.current.values()]
        .filter(({ id }) => id !== userId)
        .map((person) => ({ type: 'user' as const, ...person })),
    ];
  }, [assistants, everyone, found, userId]);

  const now = useRef(candidates);
  now.current = candidates;
  const all = useCallback(() => now.current, []);
  const source = useMemo(() => ({ candidates, onQuery: setQuery }), [candidates]);
  return useMemo(() => ({ source, all }), [source, all]);
}
