import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconFileText,
  IconJson,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react';
import { answeringModes, type Channel } from '@tandem/shared/channel/schema';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  archiveChannel,
  pinChannel,
  removeChannel,
  setAnswering,
  unarchiveChannel,
} from '../workspace/actions.ts';
import { pathOf } from '../workspace/path.ts';
import { useWorkspace } from '../workspace/store.ts';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Everything that can be done with the open channel as a whole. */
export function ChannelMenu({ channel }: { channel: Channel }) {
  const { t } = useTranslation('workspace');
  const navigate = useNavigate();
  const { id, abilities, archivedAt, pinned, answering } = channel;
  const remove = () => {
    const app = useWorkspace.getState().tree.apps.get(channel.appId);
    const away = app ? pathOf.app(app) : '/home';
    void navigate(away);
    void removeChannel(id, () => {
      // Back, unless its reader has gone elsewhere since.
      if (location.pathname === away) void navigate(pathOf.channel(channel));
    });
  };
  const exportTo = (format: string) => `/api/channel/${id}/export?format=${format}`;
  return (
    <Menu position="bottom-end" withinPortal shadow="md" width={250}>
      <Menu.Target>
        <ActionIcon aria-label={t('channel.menu')} title={t('channel.menu')} size={28}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={pinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
          onClick={() => void pinChannel(id, !pinned)}
        >
          {pinned ? t('menu.unpin') : t('menu.pin')}
        </Menu.Item>
        {abilities.edit && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('answering.label')}</Menu.Label>
            <Menu.RadioGroup
              value={answering}
              onChange={(mode) => void setAnswering(id, mode === 'mentioned' ? 'mentioned' : 'always')}
            >
              {answeringModes.map((mode) => (
                <Menu.RadioItem key={mode} value={mode}>
                  {t(`answering.${mode}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </>
        )}
        <Menu.Divider />
        <Menu.Item
          component="a"
          href={exportTo('markdown')}
          download
          leftSection={<IconFileText {...icon} />}
        >
          {t('menu.exportMarkdown')}
        </Menu.Item>
        <Menu.Item component="a" href={exportTo('json')} download leftSection={<IconJson {...icon} />}>
          {t('menu.exportJson')}
        </Menu.Item>
        {abilities.manage && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={archivedAt ? <IconArchiveOff {...icon} /> : <IconArchive {...icon} />}
              onClick={() => void (archivedAt ? unarchiveChannel(id) : archiveChannel(id))}
            >
              {archivedAt ? t('archive.undo') : t('menu.archive')}
            </Menu.Item>
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<IconTrash {...icon} />}
              onClick={remove}
            >
              {t('menu.remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
