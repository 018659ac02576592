import { Checkbox, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDocuments, type SourcePlace } from '../../../entities/dataset/actions.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { ancestorsOf } from '../../../entities/workspace/tree.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import classes from './AddDocuments.module.css';

/** Documents listed at once; a name finds the others. */
const LISTED = 100;

/** Chooses documents of the workspace by name. */
export function AddDocuments({ place, onClose }: { place: SourcePlace; onClose(): void }) {
  const { t } = useTranslation(['dataset', 'workspace']);
  const { apps, channels } = useWorkspace((state) => state.tree);
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query).trim().toLocaleLowerCase();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const documents = useMemo(
    () =>
      [...channels.values()]
        .filter(({ kind, archivedAt }) => kind === 'document' && archivedAt === null)
        .sort((a, b) => b.activeAt.getTime() - a.activeAt.getTime()),
    [channels],
  );
  const found = documents.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const whereOf = (id: string, appId: string) =>
    [
      apps.get(appId)?.name ?? '',
      ...ancestorsOf(channels, id)
        .reverse()
        .map(({ name }) => name),
    ]
      .filter(Boolean)
      .join(' / ');
  const choose = (id: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <FormDialog
      title={t('add.documents')}
      words={t('documents.words')}
      submit={chosen.size > 0 ? t('documents.do', { count: chosen.size }) : t('add.do')}
      valid={chosen.size > 0}
      onClose={onClose}
      onSubmit={() => addDocuments(place, [...chosen])}
    >
      <TextInput
        data-autofocus
        aria-label={t('documents.search')}
        placeholder={t('documents.search')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <ul className={classes.list} aria-label={t('documents.label')}>
        {found.slice(0, LISTED).map(({ id, appId, name }) => (
          <li key={id}>
            <Checkbox
              size="xs"
              checked={chosen.has(id)}
              label={name || t('workspace:channel.untitled', { context: 'document' })}
              description={whereOf(id, appId)}
              onChange={(event) => choose(id, event.currentTarget.checked)}
            />
          </li>
        ))}
        {found.length === 0 && <li className={classes.none}>{t('documents.none')}</li>}
        {found.length > LISTED && <li className={classes.none}>{t('documents.more')}</li>}
      </ul>
    </FormDialog>
  );
}
