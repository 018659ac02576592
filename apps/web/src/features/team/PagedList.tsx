import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import classes from './PeopleDialog.module.css';

interface PagedListProps {
  label: string;
  /** Text of an empty list. */
  none: string;
  rows: ReactNode[];
  query: {
    isPending: boolean;
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch(): unknown;
    fetchNextPage(): unknown;
  };
}

/** A paged list, with its states for loading, failure and emptiness. */
export function PagedList({ label, none, rows, query }: PagedListProps) {
  const { t } = useTranslation('team');
  if (query.isPending) return <Loader size="sm" mt="lg" mx="auto" display="block" aria-label={label} />;
  if (query.error && rows.length === 0)
    return (
      <div className={classes.none} role="alert">
        <p>{describeError(query.error)}</p>
        <Button variant="default" onClick={() => void query.refetch()}>
          {t('people.retry')}
        </Button>
      </div>
    );
  if (rows.length === 0) return <p className={classes.none}>{none}</p>;
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {rows}
      </ul>
      <LoadMore list={query} display="block" mt="xs" mx="auto" />
    </>
  );
}
