import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconLink,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react';
import type { Channel } from '@tandem/shared/channel/schema';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { copyText } from '../../lib/clipboard.ts';
import { archiveChannel, pinChannel, removeChannel, unarchiveChannel } from '../workspace/actions.ts';
import { pathOf } from '../workspace/path.ts';
import { useWorkspace } from '../workspace/store.ts';

/** How the pictures in the menu of an open channel look. */
export const menuIcon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Keeps the open channel at the top of the sidebar, or no longer. */
export function PinItem({ channel: { id, pinned } }: { channel: Channel }) {
  const { t } = useTranslation('workspace');
  return (
    <Menu.Item
      leftSection={pinned ? <IconPinnedOff {...menuIcon} /> : <IconPin {...menuIcon} />}
      onClick={() => void pinChannel(id, !pinned)}
    >
      {pinned ? t('menu.unpin') : t('menu.pin')}
    </Menu.Item>
  );
}

export function CopyLinkItem({ channel }: { channel: Channel }) {
  const { t } = useTranslation('workspace');
  const copy = async () => {
    if (await copyText(location.origin + pathOf.channel(channel))) toast.success(t('menu.linkCopied'));
  };
  return (
    <Menu.Item leftSection={<IconLink {...menuIcon} />} onClick={() => void copy()}>
      {t('menu.copyLink')}
    </Menu.Item>
  );
}

/** Puts the open channel away, for those who may; its screen makes way when it goes to the bin. */
export function PutAwayItems({ channel }: { channel: Channel }) {
  const { t } = useTranslation('workspace');
  const navigate = useNavigate();
  const { id, abilities, archivedAt } = channel;
  if (!abilities.manage) return null;
  const remove = () => {
    const app = useWorkspace.getState().tree.apps.get(channel.appId);
    const away = app ? pathOf.app(app) : '/home';
    void navigate(away);
    void removeChannel(id, () => {
      // Back, unless its reader has gone elsewhere since.
      if (location.pathname === away) void navigate(pathOf.channel(channel));
    });
  };
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        leftSection={archivedAt ? <IconArchiveOff {...menuIcon} /> : <IconArchive {...menuIcon} />}
        onClick={() => void (archivedAt ? unarchiveChannel(id) : archiveChannel(id))}
      >
        {archivedAt ? t('archive.undo') : t('menu.archive')}
      </Menu.Item>
      <Menu.Item
        color="var(--mantine-color-error)"
        leftSection={<IconTrash {...menuIcon} />}
        onClick={remove}
      >
        {t('menu.remove')}
      </Menu.Item>
    </>
  );
}
