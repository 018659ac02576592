import { Button, Group } from '@mantine/core';
import type { AdministeredApp } from '@tandem/shared/app/administration';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BudgetPanel } from '../../entities/budget/BudgetPanel.tsx';
import { describeError } from '../../lib/errors.ts';
import { localeOf } from '../../lib/i18n/locale.ts';
import { toast } from '../../lib/toasts.ts';
import { api } from '../../lib/trpc.ts';
import classes from '../../ui/admin/AdminTable.module.css';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { sizeInWords } from '../../ui/files/file-size.ts';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import { OwnerField } from './OwnerField.tsx';

interface ApplicationDetailProps {
  app: AdministeredApp;
  /** Called with the changed app. */
  onChange(app: AdministeredApp): void;
}

/** One app in the administration: its audience, budget and actions. */
export function ApplicationDetail({ app, onChange }: ApplicationDetailProps) {
  const { t, i18n } = useTranslation('admin');
  const { id: appId, name, state } = app;
  const [question, setQuestion] = useState<'archive' | 'discard' | null>(null);
  const [busy, setBusy] = useState(false);
  const date = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium' });

  async function tell(work: Promise<AdministeredApp>) {
    onChange(await work);
    toast.success(t('application.done'));
  }
  async function now(work: Promise<AdministeredApp>) {
    setBusy(true);
    // A failure shows as a toast, and everything stays as it was.
    await tell(work).catch(() => {});
    setBusy(false);
  }

  const owner = app.owner.active ? app.owner.name : t('application.former', { name: app.owner.name }).trim();
  const facts = [
    [t('application.owner'), owner],
    [t('application.type'), t(`application.types.${app.type}`)],
    [t('application.state'), t(`application.${state}`)],
    [t('application.visibility'), t(`application.${app.visibility}`)],
    [t('application.size'), sizeInWords(app.size, i18n.language)],
    [t('application.createdAt'), date.format(app.createdAt)],
  ] as const;
  return (
    <div className={classes.detail}>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Group gap="xs">
        {state === 'deleted' && (
          <Button loading={busy} onClick={() => void now(api.app.recover.mutate({ appId }))}>
            {t('application.restore')}
          </Button>
        )}
        {state === 'archived' && (
          <Button
            variant="default"
            loading={busy}
            onClick={() => void now(api.app.administer.mutate({ appId, archived: false }))}
          >
            {t('application.unarchive')}
          </Button>
        )}
        {state === 'active' && (
          <Button variant="default" onClick={() => setQuestion('archive')}>
            {t('application.archive')}
          </Button>
        )}
        {state !== 'deleted' && (
          <Button variant="subtle" color="red" onClick={() => setQuestion('discard')}>
            {t('application.remove')}
          </Button>
        )}
      </Group>
      {state !== 'deleted' && (
        <OwnerField
          key={`new owner, not ${app.owner.id}`}
          app={app}
          onHand={(ownerId) => tell(api.app.administer.mutate({ appId, ownerId }))}
        />
      )}
      <BudgetPanel scope="app" appId={appId} />
      {state !== 'deleted' && <Audience key={app.owner.id} appId={appId} />}
      {question === 'archive' && (
        <ConfirmDialog
          title={t('application.archiveTitle', { name })}
          words={t('application.archiveWords')}
          confirm={t('application.archive')}
          onClose={() => setQuestion(null)}
          onConfirm={() => tell(api.app.administer.mutate({ appId, archived: true }))}
        />
      )}
      {question === 'discard' && (
        <ConfirmDialog
          title={t('application.removeTitle', { name })}
          words={t('application.removeWords')}
          confirm={t('application.remove')}
          grave
          onClose={() => setQuestion(null)}
          onConfirm={() => tell(api.app.discard.mutate({ appId }))}
        />
      )}
    </div>
  );
}

/** The audience of an app. */
function Audience({ appId }: { appId: string }) {
  const { t } = useTranslation(['admin', 'share']);
  const query = useInfiniteQuery({
    queryKey: ['app.audience', appId],
    queryFn: ({ pageParam, signal }) =>
      api.app.audience.query(
        { appId, limit: 20, ...(pageParam && { cursor: pageParam }) },
        { signal, context: { silent: true } },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { data, error, isPending, refetch } = query;
  const people = data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <section className={classes.section} aria-label={t('application.who')} aria-busy={isPending}>
      <h3>{t('application.who')}</h3>
      {error && (
        <div role="alert">
          <p className={classes.problem}>{describeError(error)}</p>
          <Button variant="default" onClick={() => void refetch()}>
            {t('table.retry')}
          </Button>
        </div>
      )}
      {data && people.length === 0 && <p className={classes.note}>{t('application.nobody')}</p>}
      <ul className={classes.people}>
        {people.map(({ id, name, avatar, email, level }) => (
          <li key={id}>
            <Portrait name={name} avatar={avatar} size={24} />
            <span title={email}>{name}</span>
            <span className={classes.note}>{t(`share:level.${level}`)}</span>
          </li>
        ))}
      </ul>
      <LoadMore list={query} size="compact-sm" />
    </section>
  );
}
