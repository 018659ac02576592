import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { anySpelt, useFit } from '../../../lib/spelling.ts';
import { MentionList } from './MentionList.tsx';
import { type Candidate, insertMention, matching, type Typed, typedAt } from './mentions.ts';

/** Most names offered at once. */
const MAX_OFFERED = 12;

/** The source of names that can follow an `@`. */
export interface MentionSource {
  candidates: readonly Candidate[];
  /** Called with the text after an `@`, to load unknown names; null without a mention. */
  onQuery(query: string | null): void;
}

interface Mentions {
  /** The open list; null when nothing is being named. */
  list: ReactNode;
  /** ARIA attributes of the field for the list. */
  field: Record<string, string | undefined>;
  /** To be called when the text or the caret may have moved. */
  look(): void;
  close(): void;
  /**
   * Handles the keys of the open list.
   * @returns whether it handled the key
   */
  onKey(event: React.KeyboardEvent): boolean;
}

/** Offers names while one is being written in a field. */
export function useMentions(
  source: MentionSource | undefined,
  field: RefObject<HTMLTextAreaElement | null>,
  setText: (text: string) => void,
): Mentions {
  const { t } = useTranslation('chat');
  const id = useId();
  const [typed, setTyped] = useState<Typed | null>(null);
  /** Position of the mention whose list was closed with Esc: it stays closed for that mention. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const query = typed && typed.start !== closedAt ? typed.query : null;

  const onQuery = source?.onQuery;
  useEffect(() => onQuery?.(query), [query, onQuery]);

  const candidates = source?.candidates;
  const fit = useFit(query !== null && anySpelt((candidates ?? []).map(({ name }) => name)));
  const found = useMemo(
    () => (query === null ? [] : matching(candidates ?? [], query, fit).slice(0, MAX_OFFERED)),
    [candidates, query, fit],
  );
  // A complete name followed by more words is finished.
  const done = found[0] && query?.startsWith(`${found[0].name} `);
  const open = found.length > 0 && !done;
  const at = Math.min(active, found.length - 1);

  const look = () => {
    const element = field.current;
    if (!source || !element) return;
    const { selectionStart, selectionEnd, value } = element;
    const next = selectionStart === selectionEnd ? typedAt(value, selectionStart) : null;
    if (next?.start !== typed?.start || next?.query !== typed?.query) setActive(0);
    setTyped(next);
    if (next?.start !== closedAt) setClosedAt(null);
  };

  const pick = ({ name }: Candidate) => {
    const element = field.current;
    if (!typed || !element) return;
    const next = insertMention(element.value, typed, name);
    setText(next.text);
    setTyped(null);
    // After the new text has been rendered.
    requestAnimationFrame(() => {
      element.focus({ preventScroll: true });
      element.setSelectionRange(next.caret, next.caret);
    });
  };

  return {
    list: (
      <>
        {open && <MentionList id={id} found={found} active={at} onActive={setActive} onPick={pick} />}
        <VisuallyHidden role="status">
          {open ? t('mention.found', { count: found.length }) : ''}
        </VisuallyHidden>
      </>
    ),
    field: source
      ? {
          'aria-autocomplete': 'list',
          'aria-controls': open ? id : undefined,
          'aria-activedescendant': open ? `${id}-${at}` : undefined,
        }
      : {},
    look,
    close: () => setTyped(null),
    onKey(event) {
      if (!open) return false;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      const chosen = found[at];
      if (step !== 0) setActive((at + step + found.length) % found.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && chosen) pick(chosen);
      else if (event.key === 'Escape') setClosedAt(typed?.start ?? null);
      else return false;
      event.preventDefault();
      // Esc would stop the answer being written.
      event.stopPropagation();
      return true;
    },
  };
}
