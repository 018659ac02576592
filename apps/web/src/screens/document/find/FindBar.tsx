import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../../ui/focus/use-focus-back.ts';
import type { DocumentEditor } from '../editor/schema.ts';
import classes from './FindBar.module.css';
import { markPlaces, placesOf, unmarkPlaces } from './find.ts';

/** Places are looked for again this long after the text changed, in milliseconds. */
const AGAIN_MS = 200;

interface FindBarProps {
  editor: DocumentEditor;
  /** What scrolls. */
  place: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** Finds words in the open document. */
export function FindBar({ editor, place, onClose }: FindBarProps) {
  const { t } = useTranslation('document');
  const [words, setWords] = useState('');
  const [places, setPlaces] = useState<Range[]>([]);
  const [current, setCurrent] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useFocusBack();

  useEffect(() => {
    field.current?.focus();
    return unmarkPlaces;
  }, []);
  useEffect(() => {
    const root = place.current;
    if (!root) return;
    const look = () => setPlaces(placesOf(root, words));
    look();
    setCurrent(0);
    let timer: ReturnType<typeof setTimeout> | undefined;
    // What is drawn anew without a change of the document, such as coloured code, takes its places along too.
    const watcher = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(look, AGAIN_MS);
    });
    watcher.observe(root, { characterData: true, childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [words, place]);
  // There may be fewer places than a moment ago.
  const at = Math.max(0, Math.min(current, places.length - 1));
  useEffect(() => {
    markPlaces(places, at);
    const box = places[at]?.getBoundingClientRect();
    const frame = place.current;
    if (!box || !frame) return;
    const { top, bottom } = frame.getBoundingClientRect();
    if (box.top < top + 40 || box.bottom > bottom - 40)
      frame.scrollTop += box.top - top - frame.clientHeight / 3;
  }, [places, at, place]);

  const step = (by: number) => {
    // The text of a place may have been drawn anew since.
    const isGone = places.some((each) => each.collapsed);
    const now = isGone && place.current ? placesOf(place.current, words) : places;
    if (isGone) setPlaces(now);
    if (now.length > 0) setCurrent((at + by + now.length) % now.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
      if (editor.isEditable) editor.focus();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
  };
  const count = places.length === 0 ? t('find.none') : t('find.count', { at: at + 1, of: places.length });
  return (
    <search className={classes.bar}>
      <TextInput
        ref={field}
        size="xs"
        className={classes.field ?? ''}
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className={classes.count} role="status">
        {words !== '' && count}
      </span>
      <ActionIcon aria-label={t('find.previous')} disabled={places.length === 0} onClick={() => step(-1)}>
        <IconChevronUp size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label={t('find.next')} disabled={places.length === 0} onClick={() => step(1)}>
        <IconChevronDown size={16} stroke={1.75} />
      </ActionIcon>
      <CloseButton size="sm" aria-label={t('find.close')} onClick={onClose} />
    </search>
  );
}
