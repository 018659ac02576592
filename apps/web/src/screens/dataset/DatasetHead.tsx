import type { Dataset } from '@tandem/shared/dataset/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateDataset } from '../../entities/dataset/actions.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { localeOf } from '../../lib/i18n/locale.ts';
import { useFileSize } from '../../ui/files/file-size.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { NameFields, trimmed } from '../../ui/form/NameFields.tsx';
import classes from './DatasetHead.module.css';

interface DatasetHeadProps {
  dataset: Dataset;
  name: string;
  mayChange: boolean;
}

/** The name and description of a dataset, which a press edits, and how much it holds. */
export function DatasetHead({ dataset, name, mayChange }: DatasetHeadProps) {
  const { t } = useTranslation('dataset');
  const [editing, setEditing] = useState(false);
  // The tree knows it at once when it changes elsewhere.
  const description = useWorkspace(
    ({ tree }) => tree.channels.get(dataset.id)?.description ?? dataset.description,
  );
  const edit = () => setEditing(true);
  return (
    <header className={classes.head}>
      <h1 className={classes.name}>
        {mayChange ? (
          <button type="button" title={t('head.edit')} onClick={edit}>
            {name}
          </button>
        ) : (
          name
        )}
      </h1>
      {description !== '' && <p className={classes.description}>{description}</p>}
      {description === '' && mayChange && (
        <button type="button" className={classes.add} onClick={edit}>
          {t('head.describe')}
        </button>
      )}
      <Numbers dataset={dataset} />
      {editing && (
        <EditDialog
          datasetId={dataset.id}
          name={name}
          description={description}
          onClose={() => setEditing(false)}
        />
      )}
    </header>
  );
}

function Numbers({ dataset: { sources, pages, size } }: { dataset: Dataset }) {
  const { t, i18n } = useTranslation('dataset');
  const sizeOf = useFileSize();
  const inDigits = new Intl.NumberFormat(localeOf(i18n.language));
  const count = sources.queued + sources.reading + sources.ready + sources.failed;
  const unfinished = sources.queued + sources.reading;
  return (
    <ul className={classes.numbers} aria-label={t('head.numbers')}>
      <li>{t('head.sources', { count, number: inDigits.format(count) })}</li>
      <li>{t('head.pages', { count: pages, number: inDigits.format(pages) })}</li>
      <li>{sizeOf(size)}</li>
      {unfinished > 0 && (
        <li>{t('head.unfinished', { count: unfinished, number: inDigits.format(unfinished) })}</li>
      )}
      {sources.failed > 0 && (
        <li data-failed>
          {t('head.failed', { count: sources.failed, number: inDigits.format(sources.failed) })}
        </li>
      )}
    </ul>
  );
}

interface EditDialogProps {
  datasetId: string;
  name: string;
  description: string;
  onClose(): void;
}

function EditDialog({ datasetId, onClose, ...before }: EditDialogProps) {
  const { t } = useTranslation('dataset');
  const [named, setNamed] = useState(before);
  return (
    <FormDialog
      title={t('head.edit')}
      submit={t('save')}
      valid={named.name.trim() !== ''}
      onClose={onClose}
      onSubmit={() => updateDataset({ datasetId, ...trimmed(named) })}
    >
      <NameFields
        value={named}
        labels={{
          name: t('field.name'),
          description: t('field.description'),
          descriptionNote: t('field.descriptionNote'),
        }}
        onChange={setNamed}
      />
    </FormDialog>
  );
}
