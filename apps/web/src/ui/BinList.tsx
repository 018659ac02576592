import { Button, Loader } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './BinList.module.css';
import { RelativeTime } from './RelativeTime.tsx';

/** Something deleted that can be taken back. */
export interface Binned {
  id: string;
  name: string;
  /** A picture or what stands for it. */
  icon: ReactNode;
  /** What comes back with it. */
  note?: string;
  deletedAt: Date;
}

interface BinListProps {
  /** Undefined until it is known. */
  list: readonly Binned[] | undefined;
  /** Why it is not known. */
  problem: string | null;
  onRetry(): void;
  onRestore(id: string): Promise<unknown>;
  /** Said when there is nothing. */
  empty: string;
}

/** What was deleted lately, each with the way back. */
export function BinList({ list, problem, onRetry, onRestore, empty }: BinListProps) {
  const { t } = useTranslation('common');
  const [busy, setBusy] = useState<string | null>(null);
  if (problem)
    return (
      <div className={classes.empty} role="alert">
        <p>{problem}</p>
        <Button variant="default" size="xs" onClick={onRetry}>
          {t('bin.retry')}
        </Button>
      </div>
    );
  if (!list)
    return (
      <div className={classes.empty} role="status" aria-label={t('bin.loading')}>
        <Loader size="sm" />
      </div>
    );
  if (list.length === 0) return <p className={classes.empty}>{empty}</p>;
  return (
    <ul className={classes.list}>
      {list.map(({ id, name, icon, note, deletedAt }) => (
        <li key={id} className={classes.row}>
          <span className={classes.icon} aria-hidden>
            {icon}
          </span>
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            <span className={classes.note}>
              <RelativeTime date={deletedAt} />
              {note && ` · ${note}`}
            </span>
          </span>
          <Button
            variant="default"
            size="xs"
            loading={busy === id}
            aria-label={t('bin.restoreOf', { name })}
            onClick={async () => {
              setBusy(id);
              await onRestore(id);
              setBusy(null);
            }}
          >
            {t('bin.restore')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
