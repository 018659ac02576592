import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFilePlus, IconFileZip, IconFolderOpen, IconUpload } from '@tabler/icons-react';
import type { AgentFileContent } from '@tandem/shared/agent/file';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadAgentFiles } from '../../entities/agent-file/actions.ts';
import { agentFileAddress } from '../../entities/agent-file/address.ts';
import { trpc } from '../../lib/trpc.ts';
import { DropArea } from '../../ui/files/DropArea.tsx';
import { type FileDialog, FileDialogs } from './dialogs/FileDialogs.tsx';
import classes from './FilesTab.module.css';
import { FileView } from './preview/FileView.tsx';
import { FileTree } from './tree/FileTree.tsx';

interface FilesTabProps {
  channelId: string;
  mayEdit: boolean;
  /** The file that is open; null for the tree. */
  path: string | null;
  /** The earlier state that is shown; null for the newest. */
  manifestId: string | null;
  /** Beside the notice that an earlier state is shown. */
  pdf(file: AgentFileContent): ReactNode;
  onPath(path: string | null): void;
  onNewest(): void;
}

/** The files of a channel: as a tree, or one of them. */
export function FilesTab(props: FilesTabProps) {
  const { channelId, path, manifestId, pdf, onPath, onNewest } = props;
  const { t } = useTranslation('agent');
  // Earlier states are as they were.
  const mayEdit = props.mayEdit && manifestId === null;
  const [dialog, open] = useState<FileDialog | null>(null);
  const [uploading, setUploading] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const top = trpc.agentFile.list.useQuery(
    { channelId, path: '', ...(manifestId && { manifestId }) },
    { staleTime: Number.POSITIVE_INFINITY, trpc: { context: { silent: true } } },
  ).data;
  const isEmpty = top?.list.length === 0;
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setUploading((count) => count + files.length);
    try {
      await uploadAgentFiles(channelId, '', files);
    } catch {
      // The call has shown why.
    }
    setUploading((count) => count - files.length);
  };
  const buttons = mayEdit && (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconUpload size={15} stroke={1.75} aria-hidden />}
        onClick={() => field.current?.click()}
      >
        {t('file.upload')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconFilePlus size={15} stroke={1.75} aria-hidden />}
        onClick={() => open({ kind: 'new' })}
      >
        {t('file.new')}
      </Button>
    </>
  );
  return (
    <DropArea
      className={classes.tab}
      label={t('file.drop')}
      disabled={!mayEdit}
      onFiles={(files) => void upload(files)}
    >
      {manifestId && (
        <p className={classes.earlier} role="status">
          {t('file.earlier')}
          <button type="button" onClick={onNewest}>
            {t('file.newest')}
          </button>
        </p>
      )}
      {uploading > 0 && (
        <p className={classes.uploading} role="status">
          {t('file.uploading', { count: uploading })}
        </p>
      )}
      {path !== null ? (
        <FileView
          key={`${path} ${manifestId}`}
          {...{ channelId, path, manifestId, mayEdit, pdf }}
          onBack={() => onPath(null)}
        />
      ) : isEmpty ? (
        <div className={classes.empty}>
          <IconFolderOpen size={36} stroke={1.25} aria-hidden />
          <h3>{t('file.empty')}</h3>
          <p>{t(mayEdit ? 'file.emptyWords' : 'file.emptyRead')}</p>
          <div className={classes.buttons}>{buttons}</div>
        </div>
      ) : (
        <>
          <div className={classes.tools}>
            {buttons}
            <Tooltip label={t('file.zip')}>
              <ActionIcon
                className={classes.zip ?? ''}
                component="a"
                href={agentFileAddress.zip(channelId, '', manifestId)}
                download
                aria-label={t('file.zip')}
              >
                <IconFileZip size={17} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          </div>
          <FileTree
            {...{ channelId, manifestId, mayEdit }}
            onOpen={onPath}
            onRename={(at) => open({ kind: 'rename', path: at })}
            onRemove={(at) => open({ kind: 'remove', path: at })}
            onToDocument={(at) => open({ kind: 'document', path: at })}
          />
        </>
      )}
      {/* The button is its label. */}
      <input
        ref={field}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          void upload([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      {dialog && (
        <FileDialogs channelId={channelId} dialog={dialog} onMade={onPath} onClose={() => open(null)} />
      )}
    </DropArea>
  );
}
