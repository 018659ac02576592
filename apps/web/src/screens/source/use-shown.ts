import type { Citation } from '@tandem/shared/dataset/citation';
import { placeIn, type SourcePlace } from '@tandem/shared/dataset/place';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import type { MessageStore } from '../../entities/message/store.ts';
import type { SourceTarget } from '../../features/source/viewer.ts';

/** The source that the reader opened last. */
interface Asked {
  sourceId: string | null;
  page: number;
  place: SourcePlace | null;
}

export interface Shown {
  sourceId: string | null;
  target: SourceTarget;
  /** All citations of the answer whose quote is shown, in their order; empty when none is. */
  citations: readonly Citation[];
  /** The one that is shown. */
  citation: Citation | null;
  open(sourceId: string | null): void;
  /** Opens a source unless one was opened, even if the address does not say so yet. */
  openUsual(sourceId: string): void;
  openPage(sourceId: string, page: number): void;
  openCitation(citation: Citation, messageId: string): void;
  openPlace(place: SourcePlace): void;
  /** Goes to the next or previous quote of the answer. */
  step(by: 1 | -1): void;
  /** Takes the marks away. */
  clear(): void;
  /** Keeps the page in the address. */
  onPage(sourceId: string, page: number): void;
}

const CITED = /^([0-9a-f-]{36})\.(\d{1,4})$/u;
const none: readonly Citation[] = [];

/** The source, page and citation shown beside the chat, as the address says. */
export function useShown(store: MessageStore): Shown {
  const [params] = useSearchParams();
  const sourceId = params.get('source');
  const [, messageId = '', number] = CITED.exec(params.get('citation') ?? '') ?? [];
  const n = Number(number);
  const parts = useStore(store.state, (state) => state.messages.get(messageId)?.parts);
  const citations = useMemo(
    () => parts?.flatMap((part) => (part.type === 'data-citation' ? [part.data] : [])) ?? none,
    [parts],
  );
  const citation = citations.find((each) => each.n === n) ?? null;
  // By value: a message that changed otherwise, as by a reaction, does not scroll to its quote again.
  const cited = JSON.stringify(citation);

  // Where the viewer goes to: it changes when something is opened, not with the pages that are scrolled through.
  const [asked, setAsked] = useState<Asked>(() => ({
    sourceId,
    page: Math.max(1, Number(params.get('page')) || 1),
    place: null,
  }));
  const last = useRef<SourceTarget>({ page: asked.page, mark: null });
  // Something else than the functions below named a source, such as a link: the address decides.
  const [named, setNamed] = useState(sourceId);
  if (named !== sourceId) {
    setNamed(sourceId);
    if (asked.sourceId !== sourceId)
      setAsked({ sourceId, page: Math.max(1, Number(params.get('page')) || 1), place: null });
  }
  const target = useMemo<SourceTarget>(() => {
    // The opened source is not in the address yet: the one that is still shown stays where it is.
    if (asked.sourceId !== sourceId && asked.sourceId !== null) return last.current;
    if (asked.place)
      return 'area' in asked.place
        ? { page: asked.place.page, mark: null, area: asked.place.area }
        : { page: asked.place.page, mark: { ...asked.place, quote: null } };
    const quoted = JSON.parse(cited) as Citation | null;
    if (!quoted?.place || quoted.source.id !== sourceId) return { page: asked.page, mark: null };
    return { page: quoted.place.page, mark: { ...quoted.place, quote: quoted.quote } };
  }, [asked, cited, sourceId]);
  last.current = target;

  const { go, current } = useGo(params);
  const openCitation = useCallback(
    (opened: Citation, from: string) => {
      const page = opened.place?.page ?? 1;
      setAsked({ sourceId: opened.source.id, page, place: null });
      go({ source: opened.source.id, page, citation: `${from}.${opened.n}` });
    },
    [go],
  );
  const open = useCallback(
    (id: string | null) => {
      setAsked({ sourceId: id, page: 1, place: null });
      go({ source: id, page: null, citation: null });
    },
    [go],
  );
  return {
    ...{ sourceId, target, citation, citations },
    openCitation,
    open,
    openPage: useCallback(
      (id, page) => {
        setAsked({ sourceId: id, page, place: null });
        go({ source: id, page, citation: null });
      },
      [go],
    ),
    openUsual: useCallback(
      (id) => {
        if (!current.current.has('source')) open(id);
      },
      [open, current],
    ),
    openPlace: useCallback(
      (place) => {
        setAsked({ sourceId: place.sourceId, page: place.page, place });
        go({ source: place.sourceId, page: place.page, citation: null }, '');
      },
      [go],
    ),
    step(by) {
      const placed = citations.filter(({ place }) => place !== null);
      const at = placed.findIndex((each) => each.n === n);
      const next = placed[(at + by + placed.length) % placed.length];
      if (next) openCitation(next, messageId);
    },
    clear: useCallback(() => {
      const page = Math.max(1, Number(current.current.get('page')) || 1);
      setAsked({ sourceId: current.current.get('source'), page, place: null });
      go({ citation: null });
    }, [go, current]),
    onPage: useCallback(
      (id, page) => {
        // A viewer that is about to go says nothing about the source that comes.
        if (current.current.get('source') === id) go({ page });
      },
      [go, current],
    ),
  };
}

type Values = Partial<Record<'source' | 'page' | 'citation', string | number | null>>;

/** Changes the address in steps that may follow each other before the first has arrived. */
function useGo(params: URLSearchParams) {
  const navigate = useNavigate();
  const current = useRef(params);
  useEffect(() => {
    current.current = params;
  }, [params]);
  const go = useCallback(
    (values: Values, hash?: string) => {
      const next = new URLSearchParams(current.current);
      for (const [key, value] of Object.entries(values)) {
        if (value === null) next.delete(key);
        else next.set(key, String(value));
      }
      if (hash === undefined && next.toString() === current.current.toString()) return;
      current.current = next;
      // A link to a place that has not been followed yet is kept.
      const kept = placeIn(location.hash) ? location.hash : '';
      void navigate(
        { search: next.toString(), hash: hash ?? kept },
        { replace: true, preventScrollReset: true },
      );
    },
    [navigate],
  );
  return { go, current };
}
