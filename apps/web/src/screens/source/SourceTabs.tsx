import { Popover } from '@mantine/core';
import { IconList, IconX } from '@tabler/icons-react';
import type { SourceReader } from '@tandem/shared/dataset/reader';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReaderFaces } from '../../features/source/readers/ReaderFaces.tsx';
import { FileIcon } from '../../ui/files/FileIcon.tsx';
import { useOpened } from './attached.ts';
import { ChooseFiles } from './ChooseFiles.tsx';
import { SourceList } from './SourceList.tsx';
import classes from './SourceTabs.module.css';

interface SourceTabsProps {
  datasetId: string;
  tabs: readonly string[];
  current: string | null;
  /** Other people who read sources of the dataset. */
  readers: readonly SourceReader[];
  onReader(reader: SourceReader): void;
  onOpen(sourceId: string): void;
  onClose(sourceId: string): void;
  /** Null where the reader may not add files. */
  onFiles: ((files: File[]) => void) | null;
}

/** All sources as a list, the open ones as tabs, and the way to add more. */
export function SourceTabs(props: SourceTabsProps) {
  const { datasetId, tabs, current, readers, onReader, onOpen, onClose, onFiles } = props;
  const { t } = useTranslation('source');
  const [isListed, setListed] = useState(false);
  return (
    <nav className={classes.row} aria-label={t('list.tabs')}>
      <Popover
        opened={isListed}
        onChange={setListed}
        position="bottom-start"
        width={320}
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <button
            type="button"
            className={classes.all}
            aria-expanded={isListed}
            onClick={() => setListed(!isListed)}
          >
            <IconList size={16} stroke={1.75} aria-hidden />
            {t('list.title')}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <SourceList
            datasetId={datasetId}
            current={current}
            readers={readers}
            onOpen={(id) => {
              onOpen(id);
              setListed(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <ul className={classes.tabs}>
        {tabs.map((id) => (
          <Tab
            key={id}
            id={id}
            isCurrent={id === current}
            readers={readers.filter(({ sourceId }) => sourceId === id)}
            {...{ onReader, onOpen, onClose }}
          />
        ))}
      </ul>
      {onFiles && <ChooseFiles small label={t('list.add')} onFiles={onFiles} />}
    </nav>
  );
}

interface TabProps extends Pick<SourceTabsProps, 'readers' | 'onReader' | 'onOpen' | 'onClose'> {
  id: string;
  isCurrent: boolean;
}

function Tab({ id, isCurrent, readers, onReader, onOpen, onClose }: TabProps) {
  const { t } = useTranslation('source');
  const { attached, source, isGone } = useOpened(id);
  const tab = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isCurrent]);
  const name = attached?.filename ?? source?.name ?? (isGone ? t('list.gone') : t('loading'));
  return (
    <li ref={tab} className={classes.tab} data-current={isCurrent || undefined}>
      <button
        type="button"
        className={classes.open}
        aria-current={isCurrent ? 'page' : undefined}
        title={name}
        onClick={() => onOpen(id)}
      >
        <FileIcon mediaType={attached?.mediaType ?? source?.file?.mediaType ?? ''} size={15} />
        <span>{name}</span>
      </button>
      <ReaderFaces readers={readers} size={18} onGo={onReader} />
      <button
        type="button"
        className={classes.close}
        aria-label={t('list.close', { name })}
        onClick={() => onClose(id)}
      >
        <IconX size={13} stroke={2} aria-hidden />
      </button>
    </li>
  );
}
