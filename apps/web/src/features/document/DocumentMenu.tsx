import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconEye,
  IconLink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPrinter,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react';
import type { Channel } from '@tandem/shared/channel/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { copyText } from '../../lib/clipboard.ts';
import { useIsPhone } from '../../ui/shell.ts';
import { archiveChannel, pinChannel, removeChannel, unarchiveChannel } from '../workspace/actions.ts';
import { pathOf } from '../workspace/path.ts';
import { useWorkspace } from '../workspace/store.ts';
import type { Collab } from './collab/collab.ts';
import { useCollabState } from './collab/use-collab.ts';
import { countWords } from './outline.ts';
import { type PanelName, panelNames, panels } from './panels.ts';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

interface DocumentMenuProps {
  channel: Channel;
  collab: Collab;
  reading: boolean;
  onPanel(panel: PanelName): void;
  onReading(reading: boolean): void;
  onFind(): void;
}

/** Everything that can be done with the open document as a whole. */
export function DocumentMenu({ channel, collab, reading, onPanel, onReading, onFind }: DocumentMenuProps) {
  const { t } = useTranslation('document');
  const { t: tPlace } = useTranslation('workspace');
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const canEdit = useCollabState(collab, (state) => state.canEdit);
  const [words, setWords] = useState(0);
  const { id, abilities, archivedAt, pinned } = channel;
  const remove = () => {
    const app = useWorkspace.getState().tree.apps.get(channel.appId);
    const away = app ? pathOf.app(app) : '/home';
    void navigate(away);
    void removeChannel(id, () => {
      // Back, unless its reader has gone elsewhere since.
      if (location.pathname === away) void navigate(pathOf.channel(channel));
    });
  };
  const copyLink = async () => {
    if (await copyText(location.origin + pathOf.channel(channel))) toast.success(tPlace('menu.linkCopied'));
  };
  const count = () => {
    const lines = document.querySelectorAll(
      '[data-document-page] .bn-inline-content, [data-document-page] td',
    );
    setWords(countWords([...lines].map((line) => line.textContent ?? '').join('\n')));
  };
  return (
    <Menu position="bottom-end" withinPortal shadow="md" width={240} onOpen={count}>
      <Menu.Target>
        <ActionIcon aria-label={t('menu.label')} title={t('menu.label')} size={28}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isPhone && (
          <>
            {panelNames.map((name) => {
              const Picture = panels[name].icon;
              return (
                <Menu.Item
                  key={name}
                  leftSection={<Picture size={16} stroke={1.75} />}
                  onClick={() => onPanel(name)}
                >
                  {t(`panel.${name}`)}
                </Menu.Item>
              );
            })}
            <Menu.Divider />
          </>
        )}
        {canEdit && (
          <Menu.Item
            leftSection={reading ? <IconPencil {...icon} /> : <IconEye {...icon} />}
            onClick={() => onReading(!reading)}
          >
            {reading ? t('menu.edit') : t('menu.read')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconSearch {...icon} />} onClick={onFind}>
          {t('menu.find')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => setTimeout(print)}>
          {t('menu.print')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copyLink()}>
          {tPlace('menu.copyLink')}
        </Menu.Item>
        <Menu.Item
          leftSection={pinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
          onClick={() => void pinChannel(id, !pinned)}
        >
          {pinned ? tPlace('menu.unpin') : tPlace('menu.pin')}
        </Menu.Item>
        {abilities.manage && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={archivedAt ? <IconArchiveOff {...icon} /> : <IconArchive {...icon} />}
              onClick={() => void (archivedAt ? unarchiveChannel(id) : archiveChannel(id))}
            >
              {archivedAt ? tPlace('archive.undo') : tPlace('menu.archive')}
            </Menu.Item>
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<IconTrash {...icon} />}
              onClick={remove}
            >
              {tPlace('menu.remove')}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Label>{t('menu.words', { count: words })}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
