import { Button, NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { RetrievalSettings } from '@tandem/shared/dataset/retrieval';
import type { Model } from '@tandem/shared/provider/schema';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useModelsOf } from '../../entities/model/queries.ts';
import { toast } from '../../lib/toasts.ts';
import { api, cached, trpc } from '../../lib/trpc.ts';
import { ListProblem } from '../../ui/list/ListProblem.tsx';
import page from '../../ui/page/Page.module.css';
import classes from './ProviderScreen.module.css';
import { VectorProgress } from './VectorProgress.tsx';

const chevron = <IconChevronDown size={14} stroke={1.75} aria-hidden />;
/** Milliseconds between looks at the progress. */
const LOOK_EVERY_MS = 2_000;

/** The models by which a team's datasets are searched. */
export function RetrievalSection() {
  const { t } = useTranslation('model');
  const {
    data: settings,
    error,
    refetch,
  } = trpc.retrieval.settings.useQuery(undefined, {
    refetchInterval: ({ state: { data } }) => (isFilling(data) ? LOOK_EVERY_MS : false),
    trpc: { context: { silent: true } },
  });
  const embedding = useModelsOf('embedding');
  const rerank = useModelsOf('rerank');
  if (!settings && !error) return null;
  const hasChoice =
    embedding.length > 0 ||
    rerank.length > 0 ||
    (settings && (settings.embedding !== null || settings.rerankModelId !== null));
  return (
    <section className={classes.section} aria-labelledby="retrieval">
      <h2 id="retrieval" className={page.heading}>
        {t('retrieval.title')}
      </h2>
      <p className={classes.words}>{t('retrieval.words')}</p>
      {!settings && <ListProblem error={error} onRetry={() => void refetch()} />}
      {settings && hasChoice && (
        <Choice
          // Someone else may have chosen others.
          key={`${settings.embedding?.modelId} ${settings.rerankModelId}`}
          settings={settings}
          embedding={embedding}
          rerank={rerank}
        />
      )}
      {settings && !hasChoice && <p className={classes.note}>{t('retrieval.noModels')}</p>}
      {settings?.embedding && (
        <VectorProgress
          progress={settings.embedding}
          former={embedding.find(({ id }) => id === settings.formerModelId)?.name ?? null}
        />
      )}
    </section>
  );
}

function isFilling(settings: RetrievalSettings | undefined): boolean {
  const { embedding = null } = settings ?? {};
  if (!embedding) return false;
  const isOver = embedding.isReady && embedding.filled >= embedding.passages;
  return !isOver && (embedding.problem === null || embedding.retryAt !== null);
}

interface ChoiceProps {
  settings: RetrievalSettings;
  embedding: readonly Model[];
  rerank: readonly Model[];
}

function Choice({ settings, embedding, rerank }: ChoiceProps) {
  const { t } = useTranslation('model');
  const before = {
    embeddingModelId: settings.embedding?.modelId ?? '',
    rerankModelId: settings.rerankModelId ?? '',
  };
  const [chosen, setChosen] = useState(before);
  const [isSaving, setSaving] = useState(false);
  const isSame =
    chosen.embeddingModelId === before.embeddingModelId && chosen.rerankModelId === before.rerankModelId;
  const optionsOf = (models: readonly Model[], id: string) => [
    { value: '', label: t('retrieval.none') },
    ...models.map((model) => ({ value: model.id, label: `${model.name} (${model.provider.name})` })),
    ...(id !== '' && models.every((model) => model.id !== id)
      ? [{ value: id, label: t('retrieval.gone') }]
      : []),
  ];

  async function save(event: SyntheticEvent) {
    event.preventDefault();
    setSaving(true);
    try {
      const { embeddingModelId, rerankModelId } = chosen;
      const saved = await api.retrieval.configure.mutate({
        embeddingModelId: embeddingModelId || null,
        rerankModelId: rerankModelId || null,
      });
      cached.retrieval.settings.setData(undefined, saved);
      toast.success(t('retrieval.saved'));
    } catch {
      // The call itself showed why.
    }
    setSaving(false);
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <div className={classes.choice}>
        <NativeSelect
          label={t('retrieval.embedding')}
          description={
            chosen.embeddingModelId !== before.embeddingModelId && chosen.embeddingModelId !== ''
              ? t('retrieval.sends')
              : undefined
          }
          inputWrapperOrder={['label', 'input', 'description']}
          rightSection={chevron}
          value={chosen.embeddingModelId}
          data={optionsOf(embedding, before.embeddingModelId)}
          onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, embeddingModelId: value })}
        />
        <NativeSelect
          label={t('retrieval.rerank')}
          rightSection={chevron}
          value={chosen.rerankModelId}
          data={optionsOf(rerank, before.rerankModelId)}
          onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, rerankModelId: value })}
        />
      </div>
      <Button type="submit" mt={12} disabled={isSame} loading={isSaving}>
        {t('save')}
      </Button>
    </form>
  );
}
