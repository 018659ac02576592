import '@mantine/core/styles/Skeleton.layer.css';
import { Button, Skeleton } from '@mantine/core';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import type { Provider, remoteKinds } from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { hostIn, kindIcons } from '../../entities/model/kind.ts';
import { describeError } from '../../lib/errors.ts';
import page from '../../ui/page/Page.module.css';
import { AddProviderDialog } from './AddProviderDialog.tsx';
import form from './ModelForm.module.css';
import list from './ProviderList.module.css';
import classes from './ProviderScreen.module.css';
import { applyProvider, useProviders } from './provider-queries.ts';
import { RetrievalSection } from './RetrievalSection.tsx';
import { ShowcaseDialog } from './ShowcaseDialog.tsx';

export type RemoteKind = (typeof remoteKinds)[number];
type Adding = { kind: RemoteKind | null } | 'showcase' | null;

/** Every provider that the team may use, and the ways to add one. */
export function ProviderList() {
  const { t } = useTranslation('model');
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useProviders();
  const [adding, setAdding] = useState<Adding>(null);
  const onlyBuiltIn = data?.list.every(({ kind }) => kind === 'offline') ?? false;

  const open = (provider: Provider, read: boolean) => {
    applyProvider(provider);
    setAdding(null);
    void navigate(`?provider=${provider.id}`, { state: { read } });
  };

  return (
    <>
      <header className={classes.header}>
        <h1 className={classes.title}>{t('title')}</h1>
        {data && !onlyBuiltIn && (
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => setAdding('showcase')}>
              {t('showcase.open')}
            </Button>
            <Button
              leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
              onClick={() => setAdding({ kind: null })}
            >
              {t('add.open')}
            </Button>
          </div>
        )}
      </header>
      <p className={classes.words}>{t('words')}</p>

      {isPending && (
        <div className={classes.loading} role="status" aria-label={t('loading')}>
          <Skeleton height={48} />
          <Skeleton height={48} />
          <Skeleton height={48} />
        </div>
      )}
      {error && !data && (
        <div className={classes.problem} role="alert">
          <p>{describeError(error)}</p>
          <Button variant="default" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      )}
      {onlyBuiltIn && <FirstProvider onChoose={setAdding} />}
      {data && (
        <ul className={list.list} aria-label={t('title')}>
          {data.list.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} />
          ))}
        </ul>
      )}
      {data && <RetrievalSection />}
      {adding === 'showcase' && (
        <ShowcaseDialog onClose={() => setAdding(null)} onAdded={(provider) => open(provider, false)} />
      )}
      {adding !== null && adding !== 'showcase' && (
        <AddProviderDialog
          kind={adding.kind}
          operates={data?.operates ?? false}
          onClose={() => setAdding(null)}
          onAdded={(provider) => open(provider, true)}
        />
      )}
    </>
  );
}

/** The first step while only the built-in model answers. */
function FirstProvider({ onChoose }: { onChoose(adding: Adding): void }) {
  const { t } = useTranslation('model');
  const kinds: RemoteKind[] = ['openai', 'anthropic', 'google', 'ollama', 'openai-compatible'];
  return (
    <section className={list.first} aria-labelledby="first-provider">
      <h2 id="first-provider" className={page.heading}>
        {t('first.title')}
      </h2>
      <p className={classes.words}>{t('first.words')}</p>
      <div className={list.kinds}>
        {kinds.map((kind) => {
          const KindIcon = kindIcons[kind];
          return (
            <button key={kind} type="button" className={form.option} onClick={() => onChoose({ kind })}>
              <KindIcon size={20} stroke={1.5} aria-hidden />
              <span>{t(`kind.${kind}`)}</span>
            </button>
          );
        })}
      </div>
      <Button
        className={list.showcase ?? ''}
        variant="subtle"
        size="compact-sm"
        onClick={() => onChoose('showcase')}
      >
        {t('first.showcase')}
      </Button>
    </section>
  );
}

function ProviderRow({ provider }: { provider: Provider }) {
  const { t } = useTranslation('model');
  const { id, name, kind, apiHost, enabled, models, enabledModels, scope, isFromEnvironment } = provider;
  const KindIcon = kindIcons[kind];
  const marks = [
    !enabled && t('mark.off'),
    isFromEnvironment && t('mark.environment'),
    scope === 'installation' && kind !== 'offline' && !isFromEnvironment && t('mark.installation'),
  ].filter((mark) => mark !== false);
  const needsKey = !provider.hasKey && ['openai', 'anthropic', 'google'].includes(kind);
  const facts = [
    kind === 'offline' ? t('kind.offline') : apiHost !== '' ? hostIn(apiHost) : t(`kind.${kind}`),
    models === 0 ? t('noneYet') : t('count', { count: models, enabled: enabledModels }),
  ];
  return (
    <li>
      <Link to={`?provider=${id}`} className={list.provider} data-off={!enabled || undefined}>
        <span className={classes.tile}>
          <KindIcon size={18} stroke={1.5} aria-hidden />
        </span>
        <span className={classes.what}>
          <span className={classes.name}>
            {name}
            {marks.map((mark) => (
              <small key={mark} className={classes.mark}>
                {mark}
              </small>
            ))}
            {needsKey && (
              <small className={classes.mark} data-warning>
                {t('mark.noKey')}
              </small>
            )}
          </span>
          <span className={classes.detail}>{facts.join(' · ')}</span>
        </span>
        <IconChevronRight size={16} stroke={1.75} aria-hidden className={list.chevron} />
      </Link>
    </li>
  );
}
