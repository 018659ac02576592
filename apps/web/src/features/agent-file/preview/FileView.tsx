import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconPencil } from '@tabler/icons-react';
import type { AgentFileContent } from '@tandem/shared/agent/file';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { agentFileAddress, nameOf } from '../../../entities/agent-file/address.ts';
import { isErrorKey } from '../../../lib/errors.ts';
import { trpc } from '../../../lib/trpc.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFileSize } from '../../../ui/files/file-size.ts';
import { ListProblem } from '../../../ui/list/ListProblem.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import { showingOf } from '../media-type.ts';
import { FileContent } from './FileContent.tsx';
import { FileEditor } from './FileEditor.tsx';
import classes from './FileView.module.css';

interface FileViewProps {
  channelId: string;
  path: string;
  /** An earlier state; null for the newest. */
  manifestId: string | null;
  mayEdit: boolean;
  pdf(file: AgentFileContent): ReactNode;
  onBack(): void;
}

/** One file: what it holds, and the ways to change and to download it. */
export function FileView({ channelId, path, manifestId, mayEdit, pdf, onBack }: FileViewProps) {
  const { t } = useTranslation('agent');
  const sizeOf = useFileSize();
  const [asSource, showSource] = useState(false);
  const [isEditing, edit] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [leaving, askToLeave] = useState<null | 'back' | 'cancel'>(null);
  const {
    data: file,
    error,
    refetch,
  } = trpc.agentFile.content.useQuery(
    { channelId, path, ...(manifestId && { manifestId }) },
    { staleTime: Number.POSITIVE_INFINITY, trpc: { context: { silent: true } } },
  );
  const showing = file && showingOf(path, file.mediaType, file.content);
  const hasSource = showing === 'markdown' || showing === 'table' || showing === 'page';
  const name = nameOf(path);
  return (
    <section className={classes.view} aria-label={name}>
      <header className={classes.head}>
        <Tooltip label={t('file.back')}>
          <ActionIcon
            aria-label={t('file.back')}
            onClick={() => (isEditing && isChanged ? askToLeave('back') : onBack())}
          >
            <IconArrowLeft size={17} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        <h3 className={classes.path} title={path}>
          {path}
        </h3>
        {file && <span className={classes.size}>{sizeOf(file.size)}</span>}
        {hasSource && !isEditing && (
          <SegmentedControl
            size="xs"
            aria-label={t('file.preview')}
            value={asSource ? 'source' : 'preview'}
            onChange={(next) => showSource(next === 'source')}
            data={[
              { value: 'preview', label: t('file.preview') },
              { value: 'source', label: t('file.source') },
            ]}
          />
        )}
        {file && file.content !== null && mayEdit && !manifestId && !isEditing && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={15} stroke={1.75} aria-hidden />}
            onClick={() => edit(true)}
          >
            {t('file.edit')}
          </Button>
        )}
        {file && (
          <Tooltip label={t('file.download')}>
            <ActionIcon
              component="a"
              href={agentFileAddress.download(channelId, path, manifestId)}
              download={name}
              aria-label={t('file.download')}
            >
              <IconDownload size={17} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
      </header>
      <div
        className={classes.body}
        data-editing={isEditing || undefined}
        data-pdf={showing === 'pdf' || undefined}
      >
        {file && isEditing ? (
          <FileEditor
            channelId={channelId}
            file={file}
            onChanged={setChanged}
            onCancel={() => (isChanged ? askToLeave('cancel') : edit(false))}
            onSaved={() => edit(false)}
          />
        ) : file ? (
          <FileContent file={file} asSource={asSource} pdf={pdf} />
        ) : error ? (
          isErrorKey(error, 'notFound') ? (
            <p className={classes.gone}>{t('file.gone')}</p>
          ) : (
            <ListProblem error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <Loading />
        )}
      </div>
      {leaving && (
        <ConfirmDialog
          grave
          title={t('file.leave.title')}
          words={t('file.leave.words')}
          confirm={t('file.leave.confirm')}
          onClose={() => askToLeave(null)}
          onConfirm={() => {
            edit(false);
            if (leaving === 'back') onBack();
            return Promise.resolve();
          }}
        />
      )}
    </section>
  );
}
