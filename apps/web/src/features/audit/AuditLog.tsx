import { Button, Loader } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { currentTeamOf, useSession } from '../../lib/session/session.ts';
import { api } from '../../lib/trpc.ts';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import classes from './AuditLog.module.css';
import { AuditRow } from './AuditRow.tsx';
import { type Filter, noFilter, wantedOf } from './filter.ts';

const PAGE_SIZE = 50;

/** The audit log. Operators may read the installation's log as well. */
export function AuditLog({ ofInstallation = false }: { ofInstallation?: boolean }) {
  const { t } = useTranslation('audit');
  const teamId = useSession((state) => currentTeamOf(state.user)?.teamId);
  const [filter, setFilter] = useState<Filter>(noFilter);
  const wanted = wantedOf(useDeferredValue(filter));
  const log = useInfiniteQuery({
    queryKey: ['audit', teamId, wanted],
    queryFn: ({ pageParam, signal }) =>
      api.audit.list.query(
        { ...wanted, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const entries = log.data?.pages.flatMap((page) => page.list) ?? [];
  const isFiltered = Object.keys(wanted).some((name) => name !== 'of');
  return (
    <section aria-label={t('title')}>
      <p className={classes.words}>{t('words')}</p>
      <AuditFilters
        filter={filter}
        onChange={setFilter}
        ofInstallation={ofInstallation}
        isFiltered={isFiltered}
      />
      {log.isPending && <Loader size="sm" mt="xl" mx="auto" display="block" aria-label={t('title')} />}
      {log.error && entries.length === 0 && (
        <div className={classes.none} role="alert">
          <p>{describeError(log.error)}</p>
          <Button variant="default" onClick={() => void log.refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {log.isSuccess && entries.length === 0 && (
        <p className={classes.none} role="status">
          {t(isFiltered ? 'noneFound' : 'none')}
        </p>
      )}
      {entries.length > 0 && (
        <ul className={classes.list} aria-label={t('count')} data-stale={log.isPlaceholderData || undefined}>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <LoadMore list={log} display="block" mt="xs" mx="auto" />
    </section>
  );
}
