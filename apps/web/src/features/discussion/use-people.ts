import { useMemo } from 'react';
import { useCandidates } from '../../entities/channel/use-candidates.ts';
import { type Candidate, mentionsOf } from '../../entities/message/composer/mentions.ts';

/** Possible mentions in a comment: people who can read the document. */
export function usePeople(documentId: string, userId: number) {
  const { source, all } = useCandidates(documentId, userId);
  const mentions = useMemo(
    () => ({ ...source, candidates: source.candidates.filter(({ type }) => type === 'user') }),
    [source],
  );
  return { mentions, candidates: all };
}

/** The people that a text mentions. */
export function peopleIn(text: string, candidates: readonly Candidate[]) {
  return mentionsOf(text, candidates).flatMap((each) => (each.type === 'user' ? each : []));
}
