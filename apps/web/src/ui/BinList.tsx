import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './BinList.module.css';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { RelativeTime } from './RelativeTime.tsx';

/** A deleted thing that can be restored. */
export interface Binned {
  id: string;
  name: string;
  /** An image or an icon. */
  icon: ReactNode;
  /** Describes what is restored with it. */
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
  /** Deletes it for good; it was asked before. */
  onErase(id: string): Promise<unknown>;
  /** Said when there is nothing. */
  empty: string;
  /** Whether the list takes the height that it needs, since its page scrolls. */
  full?: boolean;
}

/** Recently deleted things, each with a restore button. */
export function BinList({ list, problem, onRetry, onRestore, onErase, empty, full = false }: BinListProps) {
  const { t } = useTranslation('common');
  const [busy, setBusy] = useState<string | null>(null);
  const [asked, setAsked] = useState<Binned | null>(null);
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
    <>
      <ul className={classes.list} data-full={full || undefined}>
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
            <ActionIcon
              aria-label={t('bin.eraseOf', { name })}
              title={t('bin.erase')}
              onClick={() => setAsked(list.find((each) => each.id === id) ?? null)}
            >
              <IconTrash size={16} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t('bin.eraseTitle', { name: asked.name })}
          words={t('bin.eraseWords')}
          confirm={t('bin.erase')}
          grave
          tellsProblem
          onClose={() => setAsked(null)}
          onConfirm={() => onErase(asked.id)}
        />
      )}
    </>
  );
}
