import { Button } from '@mantine/core';
import { placeHash } from '@tandem/shared/dataset/place';
import { type FoundPassage, retrievalMethods } from '@tandem/shared/dataset/search';
import { isPageNumber } from '@tandem/shared/file/page-label';
import { plainText } from '@tandem/shared/search/plain-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { setExcluded } from '../../../entities/dataset/search.ts';
import { Marked } from '../../../ui/Marked.tsx';
import classes from './TryTab.module.css';

interface PassageItemProps {
  passage: FoundPassage;
  datasetId: string;
  query: string;
  mayChange: boolean;
}

/** A passage that was found: where it stands, by what, and whether answers may use it. */
export function PassageItem({ passage, datasetId, query, mayChange }: PassageItemProps) {
  const { t } = useTranslation(['dataset', 'workspace']);
  const [isChanging, setChanging] = useState(false);
  const { sourceId, name, label, page, from, to, text, marks, score, methods, excluded } = passage;
  const toggle = async () => {
    setChanging(true);
    // A failure shows as a toast.
    await setExcluded(datasetId, query, passage).catch(() => {});
    setChanging(false);
  };
  return (
    <li data-excluded={excluded || undefined}>
      <div className={classes.head}>
        <Link to={`?source=${sourceId}${placeHash({ sourceId, page, from, to })}`}>
          {name || t('workspace:channel.untitled', { context: 'document' })}
        </Link>
        <span>{isPageNumber(label) ? t('try.page', { label }) : label}</span>
        {excluded && <span className={classes.excluded}>{t('try.excluded')}</span>}
        {mayChange && (
          <Button
            size="compact-xs"
            variant="default"
            ml="auto"
            loading={isChanging}
            onClick={() => void toggle()}
          >
            {t(excluded ? 'try.include' : 'try.exclude')}
          </Button>
        )}
      </div>
      <p className={classes.text}>
        <Marked {...plainText(text, marks)} />
      </p>
      <ul className={classes.methods} aria-label={t('try.methods')}>
        <li>{t('try.score', { score: score.toPrecision(3) })}</li>
        {retrievalMethods.map((method) => {
          const found = methods[method];
          return (
            found && (
              <li key={method}>
                {t('try.method', {
                  method: t(`try.${method}`),
                  rank: found.rank,
                  score: found.score.toPrecision(3),
                })}
              </li>
            )
          );
        })}
      </ul>
    </li>
  );
}
