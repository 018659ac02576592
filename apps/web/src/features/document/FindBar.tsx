import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import type { DocumentEditor } from './editor/schema.ts';
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
    const look = () => place.current && setPlaces(placesOf(place.current, words));
    look();
    setCurrent(0);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = editor.onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(look, AGAIN_MS);
    });
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [words, editor, place]);
  useEffect(() => {
    markPlaces(places, current);
    const box = places[current]?.getBoundingClientRect();
    const frame = place.current;
    if (!box || !frame) return;
    const { top, bottom } = frame.getBoundingClientRect();
    if (box.top < top + 40 || box.bottom > bottom - 40)
      frame.scrollTop += box.top - top - frame.clientHeight / 3;
  }, [places, current, place]);

  const step = (by: number) => {
    if (places.length > 0) setCurrent((current + by + places.length) % places.length);
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
  const count =
    places.length === 0 ? t('find.none') : t('find.count', { at: current + 1, of: places.length });
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
