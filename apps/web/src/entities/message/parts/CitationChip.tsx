import { Tooltip } from '@mantine/core';
import type { Citation } from '@tandem/shared/dataset/citation';
import { isPageNumber } from '@tandem/shared/file/page-label';
import { useTranslation } from 'react-i18next';
import { useShowCitation } from '../use-show-citation.ts';
import classes from './Citations.module.css';

/** The number of a citation in the text; pointing at it or focusing it shows the quote and where it stands. */
export default function CitationChip({ citation, messageId }: { citation: Citation; messageId: string }) {
  const { t } = useTranslation(['chat', 'workspace']);
  const open = useShowCitation();
  const { n, quote, place } = citation;
  const name = citation.name || t('workspace:channel.untitled', { context: 'document' });
  // Documents and messages have no pages.
  const from = place?.label
    ? t(isPageNumber(place.label) ? 'citation.from' : 'citation.fromPart', { name, page: place.label })
    : name;
  return (
    <Tooltip
      multiline
      w={320}
      events={{ hover: true, focus: true, touch: true }}
      label={
        <span className={classes.card}>
          {quote !== '' && <q>{quote}</q>}
          <cite>{from}</cite>
          {!place && <em>{t('citation.unverified')}</em>}
        </span>
      }
    >
      <button
        type="button"
        className={classes.chip}
        data-unverified={place ? undefined : true}
        aria-label={t(place ? 'citation.label' : 'citation.labelUnverified', { n, from })}
        onClick={() => open(citation, messageId)}
      >
        {n}
      </button>
    </Tooltip>
  );
}
