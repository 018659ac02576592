import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconExternalLink,
  IconFolderShare,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import { refreshChoices, type Source } from '@tandem/shared/dataset/source';
import { fileUrl } from '@tandem/shared/file/schema';
import { useTranslation } from 'react-i18next';
import { retrySources, setRefresh, stopSources } from '../../../entities/dataset/actions.ts';
import { isUnfinished } from '../../../entities/dataset/list.ts';
import { openSourceDialog } from '../dialogs/dialog.ts';

/** Actions on one source. */
export function SourceMenu({ source, mayChange }: { source: Source; mayChange: boolean }) {
  const { t } = useTranslation('dataset');
  const { id, datasetId, kind, name, file, url, status, isOutdated } = source;
  const hasNothing = !mayChange && !file && !url;
  if (hasNothing) return <span />;
  return (
    <Menu position="bottom-end" withinPortal width={230}>
      <Menu.Target>
        <ActionIcon aria-label={t('menu.of', { name })} title={t('menu.label')}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {url && (
          <Menu.Item
            leftSection={<IconExternalLink size={16} stroke={1.75} />}
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
          >
            {t('menu.visit')}
          </Menu.Item>
        )}
        {file && (
          <Menu.Item
            leftSection={<IconDownload size={16} stroke={1.75} />}
            component="a"
            href={`${fileUrl(file.id)}?download=1`}
            download
          >
            {t('menu.download')}
          </Menu.Item>
        )}
        {mayChange && (
          <>
            {kind !== 'document' && (
              <Menu.Item
                leftSection={<IconPencil size={16} stroke={1.75} />}
                onClick={() => openSourceDialog({ kind: 'rename', source })}
              >
                {t('menu.rename')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconFolderShare size={16} stroke={1.75} />}
              onClick={() => openSourceDialog({ kind: 'move', sources: [source] })}
            >
              {t('menu.move')}
            </Menu.Item>
            {(kind === 'file' || kind === 'text') && (
              <Menu.Item
                leftSection={<IconReplace size={16} stroke={1.75} />}
                onClick={() => openSourceDialog({ kind: 'replace', source })}
              >
                {t('menu.replace')}
              </Menu.Item>
            )}
            {(status === 'failed' || isOutdated || url) && (
              <Menu.Item
                leftSection={<IconRefresh size={16} stroke={1.75} />}
                onClick={() => void retrySources(datasetId, [id])}
              >
                {t(status === 'failed' ? 'menu.retry' : isOutdated ? 'menu.readAgain' : 'menu.fetch')}
              </Menu.Item>
            )}
            {isUnfinished(source) && file && (
              <Menu.Item
                leftSection={<IconPlayerStop size={16} stroke={1.75} />}
                onClick={() => void stopSources(datasetId, [id])}
              >
                {t('menu.stop')}
              </Menu.Item>
            )}
            {url && <RefreshItems source={source} />}
            <Menu.Divider />
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={() => openSourceDialog({ kind: 'remove', sources: [source] })}
            >
              {t('menu.remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const NEVER = 'never';

function RefreshItems({ source }: { source: Source }) {
  const { t } = useTranslation('dataset');
  const { refreshHours } = source;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('refresh.label')}</Menu.Label>
      <Menu.RadioGroup
        value={refreshHours === null ? NEVER : String(refreshHours)}
        onChange={(value) =>
          void setRefresh(source, refreshChoices.find((hours) => String(hours) === value) ?? null)
        }
      >
        <Menu.RadioItem value={NEVER}>{t('refresh.never')}</Menu.RadioItem>
        {refreshChoices.map((hours) => (
          <Menu.RadioItem key={hours} value={String(hours)}>
            {t(`refresh.hours${hours}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
