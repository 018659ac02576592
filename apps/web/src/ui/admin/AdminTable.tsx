import 'mantine-datatable/styles.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Table.layer.css';
import { Button, Skeleton, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { SortDirection } from '@tandem/shared/app/administration';
import { DataTable } from 'mantine-datatable';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { LoadMore } from '../page/LoadMore.tsx';
import page from '../page/Page.module.css';
import { useIsPhone } from '../page/shell.ts';
import { AdminCards } from './AdminCards.tsx';
import classes from './AdminTable.module.css';
import { firstDirection } from './sort-direction.ts';

export interface AdminColumn<Row, Sort extends string> {
  name: string;
  title: string;
  /** The sort key of its heading. */
  sort?: Sort;
  /** Whether its values are compared by their digits. */
  isNumber?: boolean;
  render(row: Row): ReactNode;
}

export interface Order<Sort extends string> {
  sort: Sort;
  direction: SortDirection;
}

/** The part of a paged query that a table needs. */
interface PagedQuery {
  isPending: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

interface AdminTableProps<Row, Sort extends string> {
  label: string;
  rows: Row[];
  columns: AdminColumn<Row, Sort>[];
  query: PagedQuery;
  /** Text of an empty list. */
  none: string;
  order: Order<Sort>;
  onOrder(order: Order<Sort>): void;
  /** Whether a row is out of use. */
  isQuiet(row: Row): boolean;
}

/** A long list for administrators: ordered by its headings, page after page; its first column stays in sight. On a phone it is cards. */
export function AdminTable<Row extends { id: string | number }, Sort extends string>({
  label,
  rows,
  columns,
  query,
  none,
  order,
  onOrder,
  isQuiet,
}: AdminTableProps<Row, Sort>) {
  const { t } = useTranslation('admin');
  const isPhone = useIsPhone();
  if (query.error && !query.isFetchNextPageError)
    return (
      <div className={page.none} role="alert">
        <p>{describeError(query.error)}</p>
        <Button variant="default" onClick={() => void query.refetch()}>
          {t('table.retry')}
        </Button>
      </div>
    );
  if (query.isPending)
    return (
      <div className={classes.waiting} role="status" aria-label={t('table.loading')}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} height={44} radius="md" />
        ))}
      </div>
    );
  if (rows.length === 0) return <p className={page.none}>{none}</p>;
  return (
    <section className={classes.list} aria-label={label}>
      {isPhone ? (
        <AdminCards
          {...{ label, rows, columns, order, onOrder, isQuiet }}
          isStale={query.isPlaceholderData}
        />
      ) : (
        <DataTable<Row>
          records={rows}
          aria-label={label}
          // The sentence above replaces it; this one would also be announced under a full table.
          emptyState={<span />}
          classNames={{ root: classes.table ?? '' }}
          style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}
          rowClassName={(row) => (isQuiet(row) ? classes.quiet : undefined)}
          highlightOnHover
          pinFirstColumn
          verticalSpacing={10}
          // Eleven columns fit beside the navigation on a laptop.
          horizontalSpacing={6}
          columns={columns.map(({ name, title, sort, isNumber = false, render }) => ({
            accessor: name,
            noWrap: true,
            textAlign: isNumber ? ('right' as const) : ('left' as const),
            title: sort ? <SortButton {...{ title, sort, order, onOrder }} /> : title,
            cellsClassName: isNumber ? classes.number : undefined,
            render,
          }))}
        />
      )}
      {query.isFetchNextPageError && (
        <p className={classes.problem} role="alert">
          {describeError(query.error)}
        </p>
      )}
      <LoadMore list={query} variant="default" style={{ alignSelf: 'center' }} />
    </section>
  );
}

interface SortButtonProps<Sort extends string> {
  title: string;
  sort: Sort;
  order: Order<Sort>;
  onOrder(order: Order<Sort>): void;
}

function SortButton<Sort extends string>({ title, sort, order, onOrder }: SortButtonProps<Sort>) {
  const { t } = useTranslation('admin');
  const isOn = order.sort === sort;
  const ArrowIcon = order.direction === 'asc' ? IconArrowUp : IconArrowDown;
  const direction = !isOn ? firstDirection(sort) : order.direction === 'asc' ? 'desc' : 'asc';
  return (
    <UnstyledButton
      className={classes.sort ?? ''}
      data-on={isOn || undefined}
      aria-label={isOn ? t(`table.${order.direction}`, { title }) : t('table.sort', { title })}
      onClick={() => onOrder({ sort, direction })}
    >
      {title}
      {isOn && <ArrowIcon size={14} stroke={1.75} aria-hidden />}
    </UnstyledButton>
  );
}
