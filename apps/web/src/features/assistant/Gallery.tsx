import { Button, CloseButton, Group, Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch, IconSparkles } from '@tabler/icons-react';
import type { Assistant, GalleryAssistant } from '@tandem/shared/assistant/schema';
import { fold } from '@tandem/shared/search/words';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { applyAssistant, useGallery, useMyAssistants } from '../../entities/assistant/queries.ts';
import { useMayMake } from '../../entities/assistant/rights.ts';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { TemplatesButton } from '../../entities/template/TemplatesButton.tsx';
import { describeError } from '../../lib/errors.ts';
import { api } from '../../lib/trpc.ts';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { ScrollColumn } from '../../ui/page/ScrollColumn.tsx';
import { AssistantCard } from './AssistantCard.tsx';
import classes from './Gallery.module.css';

/** After a pause in typing the server is asked, in milliseconds. */
const SEARCH_AFTER_MS = 200;

/** The person's own assistants and those of each app, with a search over all. */
export function Gallery() {
  const { t } = useTranslation('assistant');
  const [query, setQuery] = useState('');
  const [asked] = useDebouncedValue(query.trim(), SEARCH_AFTER_MS);
  const mine = useMyAssistants();
  const gallery = useGallery(asked);
  const mayMake = useMayMake();
  const own = mine.data?.filter((assistant) => fits(assistant, query)) ?? [];
  const ofApps = byApp(gallery.data?.pages.flatMap(({ list }) => list) ?? []);
  const error = mine.error ?? gallery.error;
  const isPending = mine.isPending || gallery.isPending;
  const nothing = !isPending && !error && own.length === 0 && ofApps.length === 0;

  return (
    <>
      <ScreenTitle title={t('title')} />
      <ScreenHeader />
      <ConnectionNotice />
      <ScrollColumn width="62rem">
        <div className={classes.top}>
          <div>
            <h1 className={classes.title}>{t('title')}</h1>
            <p className={classes.words}>{t('words')}</p>
          </div>
          {mayMake && (
            <Group gap="xs">
              <TemplatesButton view={{ kind: 'assistant' }} />
              <NewButton />
            </Group>
          )}
        </div>
        <TextInput
          className={classes.search ?? ''}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          placeholder={t('search')}
          aria-label={t('search')}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          rightSection={
            query !== '' && <CloseButton size="sm" aria-label={t('clear')} onClick={() => setQuery('')} />
          }
        />
        {isPending && (
          <div className={classes.empty} role="status" aria-label={t('loading')}>
            <Loader size="sm" />
          </div>
        )}
        {error && !isPending && (
          <div className={classes.empty} role="alert">
            <p>{describeError(error)}</p>
            <Button
              variant="default"
              onClick={() => {
                void mine.refetch();
                void gallery.refetch();
              }}
            >
              {t('retry')}
            </Button>
          </div>
        )}
        {nothing && query !== '' && (
          <div className={classes.empty}>
            <p className={classes.none}>{t('noneFound')}</p>
          </div>
        )}
        {!isPending && !error && (own.length > 0 || query === '') && mayMake && (
          <section className={classes.group} aria-label={t('mine')}>
            <h2>{t('mine')}</h2>
            {own.length > 0 ? (
              <Cards assistants={own} />
            ) : (
              <div className={classes.first}>
                <IconSparkles size={22} stroke={1.5} aria-hidden />
                <p>{t('noneMine')}</p>
              </div>
            )}
          </section>
        )}
        {ofApps.map(([app, assistants]) => (
          <section key={app.id} className={classes.group} aria-label={app.name}>
            <h2>
              {app.icon && <span aria-hidden>{app.icon} </span>}
              {app.name}
            </h2>
            <Cards assistants={assistants} />
          </section>
        ))}
        <LoadMore list={gallery} />
      </ScrollColumn>
    </>
  );
}

function Cards({ assistants }: { assistants: readonly Assistant[] }) {
  return (
    <ul className={classes.cards}>
      {assistants.map((assistant) => (
        <li key={assistant.id}>
          <AssistantCard assistant={assistant} />
        </li>
      ))}
    </ul>
  );
}

/** Creates an assistant and opens it with its name focused. */
function NewButton() {
  const { t } = useTranslation('assistant');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const made = await api.assistant.create.mutate({ name: t('newName') });
      applyAssistant(made);
      void navigate(`/assistant?id=${made.id}`, { state: { isNew: true } });
    } catch {
      // The call has shown why.
      setBusy(false);
    }
  };
  return (
    <Button
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
      loading={busy}
      onClick={() => void make()}
    >
      {t('new')}
    </Button>
  );
}

function fits({ name, description }: Assistant, query: string): boolean {
  const text = fold(`${name} ${description}`);
  return fold(query)
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

function byApp(list: readonly GalleryAssistant[]): [GalleryAssistant['app'], GalleryAssistant[]][] {
  return [...Map.groupBy(list, ({ app }) => app.id).values()].flatMap((assistants) =>
    assistants[0] ? [[assistants[0].app, assistants] as [GalleryAssistant['app'], GalleryAssistant[]]] : [],
  );
}
