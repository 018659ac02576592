import { IconCornerLeftUp, IconFolder } from '@tabler/icons-react';
import type { Source } from '@tandem/shared/dataset/source';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveSources } from '../../../entities/dataset/actions.ts';
import { useFolderLine, useSources } from '../../../entities/dataset/queries.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Option, OptionList } from '../../../ui/form/OptionList.tsx';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import { LoadMore } from '../../../ui/page/LoadMore.tsx';
import classes from './MoveSources.module.css';

interface MoveSourcesProps {
  datasetId: string;
  sources: readonly Source[];
  onClose(): void;
}

/** Chooses the folder into which sources go, by walking through the folders. */
export function MoveSources({ datasetId, sources, onClose }: MoveSourcesProps) {
  const { t } = useTranslation('dataset');
  const [folderId, setFolderId] = useState<string | null>(null);
  const { data: line = [] } = useFolderLine(folderId);
  const list = useSources(datasetId, { parentId: folderId });
  const moved = new Set(sources.map(({ id }) => id));
  // Folders come first, so those of later pages are loaded only where a page holds nothing else.
  const loaded = list.data?.pages.flatMap((page) => page.list) ?? [];
  const folders = loaded.filter(({ id, kind }) => kind === 'folder' && !moved.has(id));
  const hasMore = list.hasNextPage && loaded.at(-1)?.kind === 'folder';
  const current = line.at(-1);
  const isThere = sources.every(({ parentId }) => parentId === folderId);
  return (
    <FormDialog
      title={
        sources.length === 1
          ? t('move.one', { name: sources[0]?.name })
          : t('move.title', { count: sources.length })
      }
      submit={t('move.do')}
      valid={!isThere}
      onClose={onClose}
      onSubmit={() => moveSources(datasetId, [...moved], folderId)}
    >
      <p className={classes.here} role="status">
        {t('move.into', { name: folderId === null ? t('folder.top') : (current?.name ?? '…') })}
      </p>
      <OptionList label={t('move.folders')}>
        {folderId !== null && (
          <Option
            icon={<IconCornerLeftUp size={16} stroke={1.75} />}
            name={t('move.up')}
            onChoose={() => setFolderId(current?.parentId ?? null)}
          />
        )}
        {folders.map(({ id, name }) => (
          <Option
            key={id}
            icon={<IconFolder size={16} stroke={1.75} />}
            name={name}
            opens
            onChoose={() => setFolderId(id)}
          />
        ))}
        {list.isSuccess && folders.length === 0 && <li className={classes.none}>{t('move.none')}</li>}
        {list.error && (
          <li>
            <ListProblem
              error={list.error}
              onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
            />
          </li>
        )}
        {hasMore && !list.error && (
          <li>
            <LoadMore list={{ ...list, hasNextPage: hasMore }} size="compact-sm" />
          </li>
        )}
      </OptionList>
    </FormDialog>
  );
}
