import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton, Switch } from '@mantine/core';
import type { ProviderDetails } from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { kindIcons } from '../../entities/model/kind.ts';
import { describeError, isGone } from '../../lib/errors.ts';
import { api } from '../../lib/trpc.ts';
import { BackLink } from '../../ui/page/BackLink.tsx';
import { SettingPage } from '../../ui/page/SettingPage.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import { ModelSection } from './ModelSection.tsx';
import classes from './ProviderScreen.module.css';
import { ProviderTest } from './ProviderTest.tsx';
import { applyProvider, useProvider } from './provider-queries.ts';
import { RemoveProvider } from './RemoveProvider.tsx';

/** One provider: its connection and its models. */
export function ProviderDetail({ providerId }: { providerId: string }) {
  const { t } = useTranslation('model');
  const { state } = useLocation();
  const { data, error, refetch } = useProvider(providerId);
  // After it has been added, its list is read at once.
  const [readAtOnce] = useState(() => (state as { read?: boolean } | null)?.read === true);
  return (
    <>
      <div className={classes.back}>
        <BackLink to="/admin/modelProvider">{t('backToAll')}</BackLink>
      </div>
      {data && <Provider provider={data} readAtOnce={readAtOnce} />}
      {!data && !error && (
        <div className={classes.loading} role="status" aria-label={t('loading')}>
          <Skeleton height={28} width="40%" />
          <Skeleton height={120} />
        </div>
      )}
      {!data && error && (
        <div className={classes.problem} role="alert">
          <h1 className={classes.title}>{isGone(error) ? t('gone') : t('title')}</h1>
          {!isGone(error) && (
            <>
              <p>{describeError(error)}</p>
              <Button variant="default" onClick={() => void refetch()}>
                {t('retry')}
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}

function Provider({ provider, readAtOnce }: { provider: ProviderDetails; readAtOnce: boolean }) {
  const { t } = useTranslation('model');
  const { id: providerId, kind, name, enabled, abilities, scope, isFromEnvironment } = provider;
  const [busy, setBusy] = useState(false);
  // The result for an earlier key or address does not apply to the next.
  const [connection, setConnection] = useState(0);
  const KindIcon = kindIcons[kind];

  async function turn(to: boolean) {
    setBusy(true);
    try {
      applyProvider(await api.provider.update.mutate({ providerId, enabled: to }));
    } catch {
      // The call itself showed why.
    }
    setBusy(false);
  }

  return (
    <>
      <header className={classes.header}>
        <span className={classes.tile} data-large>
          <KindIcon size={22} stroke={1.5} aria-hidden />
        </span>
        <div className={classes.named}>
          <h1 className={classes.title}>{name}</h1>
          <p className={classes.detail}>
            {t(`kind.${kind}`)}
            {scope === 'installation' && kind !== 'offline' && ` · ${t('mark.installation')}`}
          </p>
        </div>
        <Switch
          label={enabled ? t('on') : t('off')}
          labelPosition="left"
          aria-label={t('offer', { name })}
          checked={enabled}
          disabled={!abilities.change || busy}
          onChange={(event) => void turn(event.currentTarget.checked)}
        />
      </header>
      {!abilities.change && <p className={classes.note}>{t('note.installation')}</p>}
      {kind === 'offline' && <p className={classes.note}>{t('note.builtIn')}</p>}
      {kind !== 'offline' && abilities.change && (
        <section className={classes.section} aria-label={t('connection.title')}>
          {isFromEnvironment && <p className={classes.note}>{t('note.environment')}</p>}
          <SettingPage>
            <ConnectionForm
              key={`${provider.apiHost} ${provider.name}`}
              provider={provider}
              onSaved={() => setConnection(connection + 1)}
            />
          </SettingPage>
          <ProviderTest key={connection} providerId={providerId} apiHost={provider.apiHost} />
        </section>
      )}
      <ModelSection provider={provider} readAtOnce={readAtOnce} connection={connection} />
      {abilities.remove && <RemoveProvider provider={provider} />}
    </>
  );
}
