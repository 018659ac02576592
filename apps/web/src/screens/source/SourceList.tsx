import { IconArrowLeft, IconFolder } from '@tabler/icons-react';
import type { SourceReader } from '@tandem/shared/dataset/reader';
import type { Source } from '@tandem/shared/dataset/source';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSources } from '../../entities/dataset/queries.ts';
import { useSourceState } from '../../entities/dataset/state.ts';
import { ReaderFaces } from '../../features/source/readers/ReaderFaces.tsx';
import { FileIcon } from '../../ui/files/FileIcon.tsx';
import { ListProblem } from '../../ui/list/ListProblem.tsx';
import { Loading } from '../../ui/page/Loading.tsx';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import classes from './SourceTabs.module.css';

interface SourceListProps {
  datasetId: string;
  current: string | null;
  readers: readonly SourceReader[];
  onOpen(sourceId: string): void;
}

/** The sources of a chat with where they stand, one folder at a time. */
export function SourceList({ datasetId, current, readers, onOpen }: SourceListProps) {
  const { t } = useTranslation('source');
  const [folders, setFolders] = useState<readonly Source[]>([]);
  const stateOf = useSourceState();
  const folder = folders.at(-1);
  const list = useSources(datasetId, { parentId: folder?.id ?? null });
  const sources = list.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <section aria-label={t('list.label')} className={classes.list}>
      {folder && (
        <button type="button" className={classes.source} onClick={() => setFolders(folders.slice(0, -1))}>
          <IconArrowLeft size={18} stroke={1.5} aria-hidden />
          <span className={classes.name}>{folder.name}</span>
        </button>
      )}
      {list.isPending && <Loading />}
      <ul className={classes.sources}>
        {sources.map((source) => (
          <li key={source.id}>
            <button
              type="button"
              className={classes.source}
              aria-current={source.id === current || undefined}
              onClick={() =>
                source.kind === 'folder' ? setFolders([...folders, source]) : onOpen(source.id)
              }
            >
              {source.kind === 'folder' ? (
                <IconFolder size={20} stroke={1.5} aria-hidden />
              ) : (
                <FileIcon mediaType={source.file?.mediaType ?? ''} />
              )}
              <span className={classes.words}>
                <span className={classes.name}>{source.name}</span>
                <span className={classes.state} data-failed={source.status === 'failed' || undefined}>
                  {stateOf(source)}
                </span>
              </span>
              <ReaderFaces readers={readers.filter(({ sourceId }) => sourceId === source.id)} size={18} />
            </button>
          </li>
        ))}
      </ul>
      {list.isSuccess && sources.length === 0 && <p className={classes.none}>{t('list.none')}</p>}
      {list.error ? (
        <ListProblem
          error={list.error}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      ) : (
        <LoadMore list={list} size="compact-sm" />
      )}
    </section>
  );
}
