import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { useSources } from '../../../entities/dataset/queries.ts';
import { describeError } from '../../../lib/errors.ts';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import { LoadMore } from '../../../ui/page/LoadMore.tsx';
import page from '../../../ui/page/Page.module.css';
import { SelectionBar } from './SelectionBar.tsx';
import classes from './SourceList.module.css';
import { SourceRow } from './SourceRow.tsx';
import { useSelection } from './use-selection.ts';

interface SourceListProps {
  datasetId: string;
  list: ReturnType<typeof useSources>;
  mayChange: boolean;
  /** Whether it is the top of the dataset. */
  isTop: boolean;
  /** Whether it shows sources in one state only. */
  isFiltered: boolean;
}

/** A list of sources that grows as it is scrolled, with several of them selected. */
export function SourceList({ datasetId, list, mayChange, isTop, isFiltered }: SourceListProps) {
  const { t } = useTranslation('dataset');
  const sources = useMemo(() => list.data?.pages.flatMap((each) => each.list) ?? [], [list.data]);
  const selection = useSelection(useMemo(() => sources.map(({ id }) => id), [sources]));
  const selected = sources.filter(({ id }) => selection.ids.has(id));

  if (list.isPending)
    return (
      <div className={classes.waiting} role="status" aria-label={t('list.loading')}>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} height={36} radius="md" />
        ))}
      </div>
    );
  if (list.error && sources.length === 0)
    return (
      <div className={page.none} role="alert">
        <p>{describeError(list.error)}</p>
        <Button variant="default" onClick={() => void list.refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  if (sources.length === 0)
    return (
      <div className={page.none}>
        {isTop && <IconDatabase size={28} stroke={1.25} aria-hidden />}
        <p className={classes.none}>
          {t(isFiltered ? 'list.noneFiltered' : isTop ? 'list.none' : 'list.noneInFolder')}
        </p>
        {isTop && <p>{t(mayChange ? 'list.noneWords' : 'list.noneViewer')}</p>}
      </div>
    );
  return (
    <>
      {mayChange && (
        <div className={classes.head} data-selected={selected.length > 0 || undefined}>
          <Checkbox
            size="xs"
            checked={selected.length === sources.length}
            indeterminate={selected.length > 0 && selected.length < sources.length}
            aria-label={t('select.all')}
            onChange={(event) => selection.all(event.currentTarget.checked)}
          />
          <SelectionBar datasetId={datasetId} selected={selected} />
        </div>
      )}
      <ul className={classes.list} aria-label={t('list.label')}>
        {sources.map((source) => (
          <SourceRow
            key={source.id}
            source={source}
            mayChange={mayChange}
            isSelected={selection.ids.has(source.id)}
            onToggle={selection.toggle}
          />
        ))}
      </ul>
      {list.error ? (
        <ListProblem
          error={list.error}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      ) : (
        <LoadMore list={list} within={400} variant="default" mt="sm" />
      )}
    </>
  );
}
