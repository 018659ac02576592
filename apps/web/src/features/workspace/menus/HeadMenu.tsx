import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Channel } from '@tandem/shared/channel/schema';
import type { ReactNode } from 'react';
import { openDialog } from '../dialogs/dialog.ts';
import { ChannelItems } from './ChannelItems.tsx';
import classes from './Menu.module.css';

interface HeadMenuProps {
  channel: Channel;
  label: string;
  onOpen?(): void;
  /** Items of the open screen, above the actions on the channel. */
  before?: ReactNode;
  after?: ReactNode;
}

/** The menu at the head of a channel's or document's screen. */
export function HeadMenu({ channel, label, onOpen, before, after }: HeadMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal shadow="md" width={250} {...(onOpen && { onOpen })}>
      <Menu.Target>
        <ActionIcon aria-label={label} title={label} size={28}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {before && (
          <>
            {before}
            <Menu.Divider />
          </>
        )}
        <ChannelItems
          channel={channel}
          onRename={() => openDialog({ kind: 'rename', channelId: channel.id })}
        />
        {after && (
          <>
            <Menu.Divider />
            {after}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
