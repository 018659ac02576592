import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../focus/use-focus-back.ts';
import classes from './FindBar.module.css';

interface FindBarProps {
  words: string;
  /** Places found. */
  count: number;
  /** The current one of them, from 0. */
  at: number;
  /** Whether more may be found. */
  going?: boolean;
  /** Whether there are more places than are counted. */
  isMore?: boolean;
  onWords(words: string): void;
  /** Goes to another place; never called when there is none. */
  onStep(by: 1 | -1): void;
  onClose(): void;
}

/** Finds words in what is shown: a field, the places in numbers, and the way from one to the next. */
export function FindBar({
  words,
  count,
  at,
  going = false,
  isMore = false,
  onWords,
  onStep,
  onClose,
}: FindBarProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useFocusBack();
  useEffect(() => field.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (count > 0) onStep(event.shiftKey ? -1 : 1);
    }
  };
  const none = going ? t('find.going') : t('find.none');
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
        onChange={(event) => onWords(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className={classes.count} role="status">
        {words !== '' &&
          (count === 0 ? none : t(isMore ? 'find.countMore' : 'find.count', { at: at + 1, of: count }))}
      </span>
      <ActionIcon aria-label={t('find.previous')} disabled={count === 0} onClick={() => onStep(-1)}>
        <IconChevronUp size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label={t('find.next')} disabled={count === 0} onClick={() => onStep(1)}>
        <IconChevronDown size={16} stroke={1.75} />
      </ActionIcon>
      <CloseButton size="sm" aria-label={t('find.close')} onClick={onClose} />
    </search>
  );
}
