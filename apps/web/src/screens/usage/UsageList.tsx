import { Button, Loader } from '@mantine/core';
import type { Usage } from '@tandem/shared/usage/schema';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { api, trpc } from '../../lib/trpc.ts';
import { formatCredits, formatNumber } from '../../ui/credits.ts';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import page from '../../ui/page/Page.module.css';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import styles from '../../ui/report/Report.module.css';
import classes from './UsageScreen.module.css';

/** Every answer of one's own, the newest first. */
export function UsageList() {
  const { t } = useTranslation('usage');
  const query = useInfiniteQuery({
    queryKey: getQueryKey(trpc.usage.list),
    queryFn: ({ pageParam }) => api.usage.list.query({ limit: 20, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const rows = query.data?.pages.flatMap(({ list }) => list) ?? [];
  // If it is empty, the report says so.
  if (!query.isPending && !query.error && rows.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('list.title')}>
      <h2 className={page.heading}>{t('list.title')}</h2>
      {query.isPending && <Loader size="sm" mt="md" aria-label={t('list.title')} />}
      {query.error && rows.length === 0 && (
        <div className={page.none} role="alert">
          <p>{describeError(query.error)}</p>
          <Button variant="default" onClick={() => void query.refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <table className={classes.table} aria-label={t('list.title')} data-stacks>
          <thead>
            <tr>
              <th scope="col">{t('list.when')}</th>
              <th scope="col">{t('list.what')}</th>
              <th scope="col">{t('list.model')}</th>
              <th scope="col" data-number>
                {t('list.tokens')}
              </th>
              <th scope="col" data-number>
                {t('list.cost')}
              </th>
              <th scope="col" data-number>
                {t('list.time')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <UsageRow key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
      <LoadMore list={query} mt="xs" />
    </section>
  );
}

function UsageRow({ row }: { row: Usage }) {
  const { t, i18n } = useTranslation('usage');
  const { language } = i18n;
  const number = (value: number) => formatNumber(value, language);
  const { kind, status, channel, app, model, inputTokens, outputTokens, cost, isPriced } = row;
  const where = channel ? channel.name || t('list.untitled') : t('list.gone');
  const reads = t('list.reads', { input: number(inputTokens), output: number(outputTokens) });
  const tokens = row.isEstimated ? `${reads}. ${t('list.estimated')}` : reads;
  const isTry = kind === 'try' || kind === 'compare';
  const details = [isTry ? '' : t(`kind.${kind}`), app?.name ?? ''].filter(Boolean);
  return (
    <tr>
      <td className={classes.quiet}>
        <RelativeTime date={row.createdAt} />
      </td>
      <td className={classes.what}>
        {isTry ? t(`kind.${kind}`) : where}
        <span className={classes.detail}>
          {details.join(' · ')}
          {status !== 'done' && (
            <>
              {details.length > 0 && ' · '}
              <span data-status={status}>{t(`status.${status}`)}</span>
            </>
          )}
        </span>
      </td>
      <td className={classes.quiet}>{model || t('goneModel')}</td>
      <td data-number data-unit={t('list.tokens')} title={tokens}>
        {row.isEstimated && '≈ '}
        {number(inputTokens + outputTokens)}
      </td>
      <td data-number>{isPriced ? formatCredits(cost, language) : <em>{t('list.unpriced')}</em>}</td>
      <td data-number className={classes.quiet}>
        {row.durationMs !== null &&
          t('list.seconds', { seconds: formatNumber(row.durationMs / 1_000, language, 1) })}
      </td>
    </tr>
  );
}
