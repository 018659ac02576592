import type { Channel } from '@tandem/shared/channel/schema';
import type { ReaderPlace } from '@tandem/shared/dataset/reader';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenFiles, droppedFiles, type PathedFile } from '../../entities/dataset/files.ts';
import { useSources } from '../../entities/dataset/queries.ts';
import { useReaders, useTellPlace } from '../../entities/dataset/readers.ts';
import { UploadList } from '../../entities/dataset/UploadList.tsx';
import { uploadsOf } from '../../entities/dataset/uploads.ts';
import { DropArea } from '../../ui/files/DropArea.tsx';
import { ListProblem } from '../../ui/list/ListProblem.tsx';
import { Loading } from '../../ui/page/Loading.tsx';
import { EmptySources } from './EmptySources.tsx';
import { OpenSource } from './OpenSource.tsx';
import { useOthersHere } from './reading.ts';
import classes from './SourcePane.module.css';
import { SourceTabs } from './SourceTabs.tsx';
import { useTabs } from './tabs.ts';
import type { Shown } from './use-shown.ts';

const TOP = { parentId: null };

interface SourcePaneProps {
  channel: Channel | undefined;
  datasetId: string;
  shown: Shown;
  /** Called when the reader asks about words of a source. */
  onAsk(): void;
}

/** The sources of a chat: those that are open as tabs, one of them shown. */
export function SourcePane({ channel, datasetId, shown, onAsk }: SourcePaneProps) {
  const { t } = useTranslation('source');
  const { tabs, add, remove } = useTabs(datasetId);
  const { sourceId, open, openUsual, openPage } = shown;
  const readers = useReaders(datasetId);
  // Told from here, where it goes on from one source to the next.
  const [place, setPlace] = useState<ReaderPlace | null>(null);
  const isOnWay = sourceId !== null && place !== null && place.sourceId !== sourceId;
  useTellPlace(datasetId, isOnWay ? undefined : sourceId === null ? null : place, useOthersHere());
  const list = useSources(datasetId, TOP);
  const first = list.data?.pages[0]?.list;
  const mayAdd = (channel?.abilities.edit ?? false) && channel?.archivedAt == null;

  useEffect(() => {
    if (sourceId) add(sourceId);
  }, [sourceId, add]);
  // The address of a dataset may be another screen's, once it is known of what kind the channel is.
  // Without one in the address, the reader goes on where they were, or begins with the first.
  const isKnown = channel !== undefined;
  const usual = tabs[0] ?? first?.find(({ kind }) => kind !== 'folder')?.id;
  useEffect(() => {
    if (isKnown && !sourceId && usual) openUsual(usual);
  }, [isKnown, sourceId, usual, openUsual]);

  const uploads = uploadsOf(datasetId);
  const addAll = (files: readonly PathedFile[]) =>
    uploads.add(files, null, ({ id }, index) => {
      add(id);
      if (index === 0) open(id);
    });
  const choose = (files: readonly File[]) => addAll(chosenFiles(files));
  const close = (id: string) => {
    remove(id);
    if (id !== sourceId) return;
    const at = tabs.indexOf(id);
    open(tabs[at + 1] ?? tabs[at - 1] ?? null);
  };
  const isEmpty = first?.length === 0 && tabs.length === 0;
  return (
    <DropArea
      className={classes.pane}
      label={t('empty.drop')}
      disabled={!mayAdd}
      onFiles={(_, transfer) => void droppedFiles(transfer).then(addAll)}
    >
      {!isEmpty && (
        <SourceTabs
          datasetId={datasetId}
          tabs={tabs}
          current={sourceId}
          readers={readers}
          onReader={(reader) => openPage(reader.sourceId, reader.page)}
          onOpen={open}
          onClose={close}
          onFiles={mayAdd ? choose : null}
        />
      )}
      {mayAdd && <UploadList uploads={uploads} className={classes.uploads} />}
      {sourceId ? (
        <OpenSource key={sourceId} {...{ channel, datasetId, sourceId, shown, onAsk }} onPlace={setPlace} />
      ) : (
        <>
          {isEmpty && <EmptySources mayAdd={mayAdd} onFiles={choose} />}
          {!first && !list.error && <Loading />}
          {!first && list.error && <ListProblem error={list.error} onRetry={() => void list.refetch()} />}
          {/* Every tab was closed, or there is nothing but folders. */}
          {!isEmpty && first && <p className={classes.note}>{t('empty.chosen')}</p>}
        </>
      )}
    </DropArea>
  );
}
