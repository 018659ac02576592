import { Button, TextInput } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import type { AttachedDataset, Dataset, DatasetUser } from '@tandem/shared/dataset/schema';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../lib/errors.ts';
import { Option, OptionList } from '../../../ui/form/OptionList.tsx';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import classes from './AttachedDatasets.module.css';
import { attachDataset, useAttachable, useQuoteReaders } from './attach.ts';

interface DatasetPickerProps {
  to: DatasetUser;
  attached: readonly AttachedDataset[];
  onClose(): void;
}

/** Chooses a dataset by name, and says who will read quotes of it before it is attached. */
export function DatasetPicker({ to, attached, onClose }: DatasetPickerProps) {
  const { t } = useTranslation('dataset');
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query).trim();
  const [chosen, setChosen] = useState<Dataset | null>(null);
  const { data, error, isPlaceholderData, refetch } = useAttachable(wanted);
  const used = new Set(attached.map(({ datasetId }) => datasetId));
  const found = data?.list.filter(({ id }) => !used.has(id)) ?? [];
  if (chosen)
    return <ConfirmAttach to={to} dataset={chosen} onBack={() => setChosen(null)} onDone={onClose} />;
  return (
    <section className={classes.picker} aria-label={t('attach.add')}>
      <TextInput
        autoFocus
        aria-label={t('attach.search')}
        placeholder={t('attach.search')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Inside a form, Enter would save that.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (found[0] && wanted === query.trim() && !isPlaceholderData) setChosen(found[0]);
        }}
      />
      {error && <ListProblem error={error} onRetry={() => void refetch()} />}
      <OptionList label={t('attach.found')}>
        {found.map((dataset) => (
          <Option
            key={dataset.id}
            icon={dataset.icon || <IconDatabase size={16} stroke={1.75} />}
            name={dataset.name}
            onChoose={() => setChosen(dataset)}
          />
        ))}
      </OptionList>
      {data && found.length === 0 && (
        <p className={classes.none} role="status">
          {t(wanted === '' ? 'attach.noneYet' : 'attach.noneFound')}
        </p>
      )}
      <div>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('attach.back')}
        </Button>
      </div>
    </section>
  );
}

interface ConfirmAttachProps {
  to: DatasetUser;
  dataset: Dataset;
  onBack(): void;
  onDone(): void;
}

function ConfirmAttach({ to, dataset, onBack, onDone }: ConfirmAttachProps) {
  const { t } = useTranslation('dataset');
  const readers = useQuoteReaders(dataset.id, to);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const attach = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await attachDataset(to, dataset.id);
      onDone();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };
  return (
    <section className={classes.picker} aria-label={t('attach.confirm', { name: dataset.name })}>
      <p className={classes.question}>{t('attach.confirm', { name: dataset.name })}</p>
      <p className={classes.readers} role="status">
        {readers.isPending && t('attach.checking')}
        {readers.data && <Readers {...readers.data} />}
      </p>
      {problem !== null && (
        <p className={classes.problem} role="alert">
          {describeError(problem)}
        </p>
      )}
      {readers.error && !readers.isFetching && (
        <ListProblem error={readers.error} onRetry={() => void readers.refetch()} />
      )}
      <div className={classes.buttons}>
        <Button size="compact-sm" variant="default" onClick={onBack}>
          {t('attach.back')}
        </Button>
        <Button
          autoFocus
          size="compact-sm"
          loading={busy}
          // A disabled button would not be focused when it appears.
          aria-disabled={!readers.data}
          data-disabled={!readers.data || undefined}
          onClick={() => {
            if (readers.data) void attach();
          }}
        >
          {t('attach.do')}
        </Button>
      </div>
    </section>
  );
}

function Readers({ others, names }: { others: number; names: string[] }) {
  const { t } = useTranslation('dataset');
  if (others === 0) return t('attach.nobody');
  const key = others > names.length ? 'attach.othersMore' : 'attach.others';
  return t(key, { count: others, names: names.join(', ') });
}
