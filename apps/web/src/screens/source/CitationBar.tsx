import { ActionIcon, CloseButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './SourcePane.module.css';
import type { Shown } from './use-shown.ts';

/** The quote that is shown, and the way to the others of the same answer. */
export function CitationBar({ shown, isChanged }: { shown: Shown; isChanged: boolean }) {
  const { t } = useTranslation('source');
  const { citation, citations, step, clear } = shown;
  if (!citation) return null;
  const placed = citations.filter(({ place }) => place !== null);
  const at = placed.indexOf(citation);
  const problem = isChanged ? t('citation.changed') : citation.place === null && t('citation.missing');
  return (
    <section className={classes.citation} aria-label={t('citation.marks')}>
      <q className={classes.quoted} title={citation.quote}>
        {citation.quote}
      </q>
      {problem && (
        <span className={classes.problem} role="status">
          {problem}
        </span>
      )}
      {placed.length > 1 && (
        <>
          <span className={classes.count}>
            {at >= 0 && t('citation.at', { at: at + 1, count: placed.length })}
          </span>
          <ActionIcon aria-label={t('citation.previous')} onClick={() => step(-1)}>
            <IconChevronUp size={16} stroke={1.75} />
          </ActionIcon>
          <ActionIcon aria-label={t('citation.next')} onClick={() => step(1)}>
            <IconChevronDown size={16} stroke={1.75} />
          </ActionIcon>
        </>
      )}
      <CloseButton size="sm" aria-label={t('citation.close')} onClick={clear} />
    </section>
  );
}
