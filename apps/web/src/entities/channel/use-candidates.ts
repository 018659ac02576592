import type { Person } from '@tandem/shared/user/schema';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useChannelAssistants } from '../assistant/queries.ts';
import type { Candidate } from '../message/composer/mentions.ts';
import type { MentionSource } from '../message/composer/use-mentions.tsx';

/** Who may look at a channel changes seldom. Milliseconds. */
const FRESH_MS = 60_000;
const PAGE = 50;

interface Candidates {
  source: MentionSource;
  /** Everyone known so far, for finding the names in a text. */
  all(): readonly Candidate[];
}

/** Those who can be named in a channel: the assistants that can answer there, and its readers as far as they were asked for. */
export function useCandidates(channelId: string, userId: number): Candidates {
  const [query, setQuery] = useState<string | null>(null);
  const assistants = useChannelAssistants(channelId).data;
  const everyone = trpc.channel.people.useQuery(
    { channelId, limit: PAGE },
    { enabled: query !== null, staleTime: FRESH_MS },
  ).data;
  // A large team is asked for those who fit.
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
