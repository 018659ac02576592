import { Button, Menu } from '@mantine/core';
import {
  IconAlignLeft,
  IconFileText,
  IconFileUpload,
  IconFolderPlus,
  IconFolderUp,
  IconPlus,
  IconSitemap,
  IconWorld,
} from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourcePlace } from '../../../entities/dataset/actions.ts';
import { chosenFiles } from '../../../entities/dataset/files.ts';
import { uploadsOf } from '../../../entities/dataset/uploads.ts';
import { openSourceDialog } from '../dialogs/dialog.ts';

/** A folder as a whole is chosen by an attribute that React does not know. */
const wholeFolder = { webkitdirectory: '' };

/** Adds sources to the open folder. */
export function AddMenu({ place }: { place: SourcePlace }) {
  const { t } = useTranslation('dataset');
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const upload = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    uploadsOf(place.datasetId).add(chosenFiles(currentTarget.files ?? []), place.parentId);
    // The same files may be chosen again.
    currentTarget.value = '';
  };
  const items = [
    { icon: IconFileUpload, label: 'add.files', run: () => files.current?.click() },
    { icon: IconFolderUp, label: 'add.folder', run: () => folder.current?.click() },
    { icon: IconAlignLeft, label: 'add.text', run: () => openSourceDialog({ kind: 'text', place }) },
    { icon: IconWorld, label: 'add.page', run: () => openSourceDialog({ kind: 'page', as: 'page', place }) },
    {
      icon: IconSitemap,
      label: 'add.sitemap',
      run: () => openSourceDialog({ kind: 'page', as: 'sitemap', place }),
    },
    {
      icon: IconFileText,
      label: 'add.documents',
      run: () => openSourceDialog({ kind: 'documents', place }),
    },
    { icon: IconFolderPlus, label: 'add.newFolder', run: () => openSourceDialog({ kind: 'folder', place }) },
  ] as const;
  return (
    <>
      <Menu position="bottom-end" withinPortal width={230}>
        <Menu.Target>
          <Button size="xs" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
            {t('add.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(({ icon: Icon, label, run }) => (
            <Menu.Item key={label} leftSection={<Icon size={16} stroke={1.75} aria-hidden />} onClick={run}>
              {t(label)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        data-add-files
        aria-label={t('add.files')}
        onChange={upload}
      />
      <input
        ref={folder}
        type="file"
        hidden
        data-add-folder
        aria-label={t('add.folder')}
        onChange={upload}
        {...wholeFolder}
      />
    </>
  );
}
