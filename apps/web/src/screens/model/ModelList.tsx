import { Button, Loader } from '@mantine/core';
import type { Provider, ProviderModel } from '@tandem/shared/provider/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../lib/errors.ts';
import { api } from '../../lib/trpc.ts';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import { ModelDrawer } from './ModelDrawer.tsx';
import { ModelRow } from './ModelRow.tsx';
import classes from './ProviderScreen.module.css';
import { applyModel, type ModelFilter, readModels, useModelPages } from './provider-queries.ts';

/** The models that a filter finds, page by page. */
export function ModelList({ provider, filter }: { provider: Provider; filter: ModelFilter }) {
  const { t } = useTranslation('model');
  const query = useModelPages(provider.id, filter);
  const [edited, setEdited] = useState<ProviderModel | null>(null);
  const list = query.data?.pages.flatMap((page) => page.list) ?? [];
  const isWhole = filter.query === '' && filter.kind === null && !filter.unpriced;

  async function move(model: ProviderModel, to: 'first' | 'up' | 'down') {
    const at = list.indexOf(model);
    const after = to === 'down' ? list[at + 1] : to === 'up' ? list[at - 2] : undefined;
    try {
      await api.model.sort.mutate({ modelRowId: model.id, afterId: after?.id ?? null });
      await readModels(provider.id);
    } catch {
      // The call itself showed why.
    }
  }

  if (query.isPending) return <Loader size="sm" mt="lg" mx="auto" display="block" aria-label={t('models')} />;
  if (query.error && list.length === 0)
    return (
      <div className={classes.problem} role="alert">
        <p>{describeError(query.error)}</p>
        <Button variant="default" onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </div>
    );
  if (list.length === 0) return <p className={classes.none}>{t('filter.none')}</p>;
  return (
    <>
      <ul className={classes.models} aria-label={t('models')}>
        {list.map((model, index) => (
          <ModelRow
            key={model.id}
            provider={provider}
            model={model}
            moves={
              isWhole
                ? { up: index > 0, down: index < list.length - 1, by: (to) => void move(model, to) }
                : null
            }
            onEdit={() => setEdited(model)}
          />
        ))}
      </ul>
      <LoadMore list={query} display="block" mt="xs" mx="auto" />
      {edited && (
        <ModelDrawer
          model={edited}
          onClose={() => setEdited(null)}
          onSaved={(model) => {
            applyModel(provider.id, model.id, model);
            setEdited(null);
          }}
        />
      )}
    </>
  );
}
