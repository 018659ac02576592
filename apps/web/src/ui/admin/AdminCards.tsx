import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './AdminCards.module.css';
import type { AdminColumn, Order } from './AdminTable.tsx';
import { firstDirection } from './sort-direction.ts';

interface AdminCardsProps<Row, Sort extends string> {
  label: string;
  rows: Row[];
  /** The first one names a row, and opens its details. */
  columns: AdminColumn<Row, Sort>[];
  order: Order<Sort>;
  onOrder(order: Order<Sort>): void;
  isQuiet(row: Row): boolean;
  /** Whether these are not yet the rows that were asked for. */
  isStale: boolean;
}

/** The table as cards for narrow screens: a card for each row, each value with its label. */
export function AdminCards<Row extends { id: string | number }, Sort extends string>({
  label,
  rows,
  columns,
  order,
  onOrder,
  isQuiet,
  isStale,
}: AdminCardsProps<Row, Sort>) {
  const [head, ...others] = columns;
  return (
    <>
      <Sorting columns={columns} order={order} onOrder={onOrder} />
      <ul className={classes.cards} aria-label={label} data-stale={isStale || undefined}>
        {rows.map((row) => (
          <li key={row.id} className={classes.card} data-quiet={isQuiet(row) || undefined}>
            {head?.render(row)}
            <dl className={classes.facts}>
              {others.map(({ name, title, isNumber = false, render }) => (
                <div key={name} className={classes.fact}>
                  <dt>{title}</dt>
                  <dd data-number={isNumber || undefined}>{render(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

type SortingProps<Row, Sort extends string> = Pick<
  AdminCardsProps<Row, Sort>,
  'columns' | 'order' | 'onOrder'
>;

/** Chooses the order of the cards, which have no headings to press. */
function Sorting<Row, Sort extends string>({ columns, order, onOrder }: SortingProps<Row, Sort>) {
  const { t } = useTranslation('admin');
  const choices = columns.flatMap(({ sort, title }) => (sort ? [{ value: sort, label: title }] : []));
  const { sort, direction } = order;
  const title = choices.find(({ value }) => value === sort)?.label ?? '';
  const Icon = direction === 'asc' ? IconSortAscending : IconSortDescending;
  return (
    <div className={classes.sorting}>
      <NativeSelect
        className={classes.choice ?? ''}
        aria-label={t('table.sortBy')}
        value={sort}
        data={choices.map(({ value, label }) => ({ value, label: t('table.sort', { title: label }) }))}
        onChange={({ currentTarget }) => {
          const chosen = choices.find(({ value }) => value === currentTarget.value);
          if (chosen) onOrder({ sort: chosen.value, direction: firstDirection(chosen.value) });
        }}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t(`table.${direction}`, { title })}
        title={t(`table.${direction}`, { title })}
        onClick={() => onOrder({ sort, direction: direction === 'asc' ? 'desc' : 'asc' })}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}
