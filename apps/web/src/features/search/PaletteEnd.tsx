import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { useIsTouch } from '../../ui/page/shell.ts';
import { ShortcutKeys } from '../../ui/shortcuts/ShortcutKeys.tsx';
import type { Filter, Section } from './items.ts';
import classes from './PaletteEnd.module.css';
import type { Hits } from './use-hits.ts';

interface PaletteEndProps {
  query: string;
  filter: Filter;
  /** Number of lines shown. */
  count: number;
  /** Kinds that have more results. */
  more: readonly Section[];
  found: Hits;
  onPick(filter: Filter): void;
}

/** The footer of the results: "none found", a failure, a link to more results, and keyboard hints. */
export function PaletteEnd({ query, filter, count, more, found, onPick }: PaletteEndProps) {
  const { t } = useTranslation('search');
  const isTouch = useIsTouch();
  const isNothing = count === 0 && found.settled && !found.error;
  return (
    <>
      {found.error ? (
        <p className={classes.failed} role="alert">
          {describeError(found.error)}{' '}
          <button type="button" onClick={found.retry}>
            {t('retry')}
          </button>
        </p>
      ) : (
        isNothing && (
          <div className={classes.nothing}>
            <p>{query === '' ? t(`tip.${filter}`) : t('nothing', { query })}</p>
            {query !== '' && <small>{t('nothingTip')}</small>}
          </div>
        )
      )}
      {found.partial && <p className={classes.partial}>{t('partial')}</p>}
      {more.length > 0 && (
        <div className={classes.more}>
          {more.map(({ id }) =>
            id === 'recent' ? null : (
              <button key={id} type="button" onClick={() => onPick(id)}>
                {t(`more.${id}`)}
              </button>
            ),
          )}
        </div>
      )}
      <VisuallyHidden role="status">
        {query !== '' && found.settled && !found.error ? t('count', { count }) : ''}
      </VisuallyHidden>
      {!isTouch && (
        <div className={classes.keys} aria-hidden>
          <span>
            <ShortcutKeys keys="ArrowUp" />
            <ShortcutKeys keys="ArrowDown" /> {t('keys.choose')}
          </span>
          <span>
            <ShortcutKeys keys="Enter" /> {t('keys.open')}
          </span>
          <span>
            <ShortcutKeys keys="mod+Enter" /> {t('keys.newTab')}
          </span>
        </div>
      )}
    </>
  );
}
