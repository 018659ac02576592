import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChevronRight,
  IconDots,
  IconDownload,
  IconFileText,
  IconFileZip,
  IconFolder,
  IconFolderOpen,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { agentFileAddress } from '../../../entities/agent-file/address.ts';
import { FileIcon } from '../../../ui/files/FileIcon.tsx';
import { useFileSize } from '../../../ui/files/file-size.ts';
import { mayBeText, mediaTypeOf } from '../media-type.ts';
import classes from './FileTree.module.css';
import type { FileTreeProps } from './FileTree.tsx';
import type { FileRow } from './rows.ts';

interface FileTreeRowProps extends FileTreeProps {
  row: FileRow;
  /** Whether the keyboard is here. */
  isCurrent: boolean;
  onPress(): void;
}

const letters = { added: 'A', changed: 'M', deleted: 'D' } as const;

/** A line of the tree: a file or folder, how it changed, its size, what can be done with it. */
export function FileTreeRow({ row, isCurrent, onPress, ...props }: FileTreeRowProps) {
  const { t } = useTranslation('agent');
  const sizeOf = useFileSize();
  const { file, depth, isOpen } = row;
  const isFolder = file.type === 'folder';
  const Folder = isOpen ? IconFolderOpen : IconFolder;
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={isFolder ? isOpen : undefined}
      aria-selected={isCurrent}
      aria-busy={row.isLoading || undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={classes.row}
      data-change={file.change ?? undefined}
      style={{ paddingInlineStart: 8 + depth * 16 }}
      onClick={onPress}
      onKeyDown={() => {}}
    >
      <IconChevronRight
        className={classes.chevron}
        data-open={isOpen || undefined}
        data-hidden={!isFolder || undefined}
        size={14}
        stroke={1.75}
        aria-hidden
      />
      {isFolder ? (
        <Folder size={17} stroke={1.5} aria-hidden />
      ) : (
        <FileIcon mediaType={mediaTypeOf(file.name)} size={17} />
      )}
      <span className={classes.name}>{file.name}</span>
      {file.change && (
        <span className={classes.change} title={t(`file.${file.change}`)}>
          <span aria-hidden>{letters[file.change]}</span>
          <span className={classes.unseen}>{t(`file.${file.change}`)}</span>
        </span>
      )}
      <span className={classes.size}>{file.change !== 'deleted' && sizeOf(file.size)}</span>
      {file.change !== 'deleted' && <RowMenu {...props} row={row} isCurrent={isCurrent} />}
    </div>
  );
}

function RowMenu(props: FileTreeProps & { row: FileRow; isCurrent: boolean }) {
  const { t } = useTranslation('agent');
  const { row, channelId, manifestId, mayEdit, isCurrent, onRename, onRemove, onToDocument } = props;
  const { path, name, type } = row.file;
  const isFolder = type === 'folder';
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes.menu ?? ''}
          size={24}
          tabIndex={isCurrent ? 0 : -1}
          aria-label={t('file.actions', { name })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item
          component="a"
          href={
            isFolder
              ? agentFileAddress.zip(channelId, path, manifestId)
              : agentFileAddress.download(channelId, path, manifestId)
          }
          download
          leftSection={isFolder ? <IconFileZip {...icon} /> : <IconDownload {...icon} />}
        >
          {t(isFolder ? 'file.folderZip' : 'file.download')}
        </Menu.Item>
        {!isFolder && mayBeText(name) && (
          <Menu.Item leftSection={<IconFileText {...icon} />} onClick={() => onToDocument(path)}>
            {t('file.toDocument')}
          </Menu.Item>
        )}
        {mayEdit && (
          <>
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onRename(path)}>
              {t('file.rename')}
            </Menu.Item>
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<IconTrash {...icon} />}
              onClick={() => onRemove(path)}
            >
              {t('file.remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
