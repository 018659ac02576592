import { placeIn, type SourcePlace } from '@tandem/shared/dataset/place';
import type { Source } from '@tandem/shared/dataset/source';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SourceTarget } from '../../../features/source/viewer.ts';

/** State of an address that only keeps the page that is read. */
const READING = 'reading';

/** The place that the address leads to, unless it was quoted from an earlier content of the source. */
export function usePlace({ id, hash: now }: Pick<Source, 'id' | 'hash'>) {
  const { hash, search, key, state } = useLocation();
  // Who follows the same link again wants to be brought there again, but not who reads on.
  const [visit, setVisit] = useState(key);
  if (visit !== key && state !== READING) setVisit(key);
  const was = new URLSearchParams(search).get('hash');
  const isChanged = was !== null && was !== now;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit is another place
  const place = useMemo(() => {
    const named = placeIn(hash);
    return named?.sourceId === id && !isChanged ? named : null;
  }, [hash, id, isChanged, visit]);
  return { place, isChanged };
}

/** Where the pages of a source go to, and the address that keeps the page that is read. */
export function usePageTarget(source: Pick<Source, 'id' | 'hash'>) {
  const { place, isChanged } = usePlace(source);
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const [target, setTarget] = useState<SourceTarget>(() =>
    place ? targetOf(place) : { page: pageIn(search), mark: null },
  );
  const [shown, setShown] = useState(place);
  if (shown !== place) {
    setShown(place);
    if (place) setTarget(targetOf(place));
  }
  const onPage = useCallback(
    (page: number) => {
      const next = new URLSearchParams(search);
      next.set('source', source.id);
      next.set('page', String(page));
      // Words are linked to as long as their page is read; from then on the page is.
      const kept = place?.page === page ? hash : '';
      if (`?${next}` !== search || kept !== hash)
        void navigate(
          { search: next.toString(), hash: kept },
          { replace: true, preventScrollReset: true, state: READING },
        );
    },
    [search, hash, place, source.id, navigate],
  );
  const goTo = useCallback((page: number) => setTarget({ page, mark: null }), []);
  return { target, isChanged, onPage, goTo };
}

function pageIn(search: string): number {
  return Math.max(1, Number.parseInt(new URLSearchParams(search).get('page') ?? '', 10) || 1);
}

function targetOf(place: SourcePlace): SourceTarget {
  return 'area' in place
    ? { page: place.page, mark: null, area: place.area }
    : { page: place.page, mark: { ...place, quote: null } };
}
