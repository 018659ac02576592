import type { Dataset } from '@tandem/shared/dataset/schema';
import type { SourceStatus } from '@tandem/shared/dataset/source';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { SourcePlace } from '../../../entities/dataset/actions.ts';
import { droppedFiles } from '../../../entities/dataset/files.ts';
import { useSources } from '../../../entities/dataset/queries.ts';
import { UploadList } from '../../../entities/dataset/UploadList.tsx';
import { uploadsOf } from '../../../entities/dataset/uploads.ts';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { DropArea } from '../../../ui/files/DropArea.tsx';
import { SourceDialogs } from '../dialogs/SourceDialogs.tsx';
import { AddMenu } from './AddMenu.tsx';
import { FolderPath } from './FolderPath.tsx';
import { SourceList } from './SourceList.tsx';
import classes from './SourcesTab.module.css';

const filters = ['all', 'reading', 'queued', 'failed'] as const;
type Filter = (typeof filters)[number];

interface SourcesTabProps {
  dataset: Dataset;
  mayChange: boolean;
}

/** The sources of a dataset, folder by folder or all in one state. Files and folders can be dropped anywhere on it. */
export function SourcesTab({ dataset, mayChange }: SourcesTabProps) {
  const { t } = useTranslation('dataset');
  const [search] = useSearchParams();
  const [filter, setFilter] = useState<Filter>('all');
  const status: SourceStatus | undefined = filter === 'all' ? undefined : filter;
  const parentId = search.get('folder');
  const place: SourcePlace = { datasetId: dataset.id, parentId };
  const list = useSources(dataset.id, { parentId: status ? null : parentId, status });
  const uploads = uploadsOf(dataset.id);
  const offered = filters.filter((each) => each === 'all' || each === filter || dataset.sources[each] > 0);

  return (
    <DropArea
      label={t('add.drop')}
      className={classes.area}
      disabled={!mayChange}
      onFiles={(_, transfer) => {
        void droppedFiles(transfer).then((files) => uploads.add(files, parentId));
      }}
    >
      <div className={classes.bar}>
        {status ? (
          <span className={classes.grow} />
        ) : (
          <FolderPath datasetId={dataset.id} folderId={parentId} />
        )}
        {offered.length > 1 && (
          <FilterChips<Filter>
            small
            label={t('filter.label')}
            chips={offered.map((value) => ({ value, label: t(`filter.${value}`) }))}
            chosen={filter}
            onChoose={(value) => setFilter(value)}
          />
        )}
        {mayChange && <AddMenu place={place} />}
      </div>
      {mayChange && <UploadList uploads={uploads} />}
      <SourceList
        key={`${parentId} ${status}`}
        datasetId={dataset.id}
        list={list}
        mayChange={mayChange}
        isTop={parentId === null && status === undefined}
        isFiltered={status !== undefined}
      />
      <SourceDialogs datasetId={dataset.id} />
    </DropArea>
  );
}
