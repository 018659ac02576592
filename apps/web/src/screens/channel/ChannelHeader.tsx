import type { Channel } from '@tandem/shared/channel/schema';
import type { ReactNode } from 'react';
import { ShareButton } from '../../entities/share/ShareButton.tsx';
import { PeopleHere } from '../../features/channel/PeopleHere.tsx';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { ChannelMenu } from './ChannelMenu.tsx';
import { ChannelTitle } from './ChannelTitle.tsx';

interface ChannelHeaderProps {
  appId: string;
  /** Undefined until the tree knows it. */
  channel: Channel | undefined;
  /** Further buttons at the end. */
  tools?: ReactNode;
}

/** The header over a conversation: its path and name, who is here, and what can be done with it. */
export function ChannelHeader({ appId, channel, tools }: ChannelHeaderProps) {
  return (
    <ScreenHeader
      actions={
        channel && (
          <>
            <PeopleHere />
            <ShareButton target={{ kind: 'channel', id: channel.id }} manages={channel.abilities.manage} />
            <ChannelMenu channel={channel} />
            {tools}
          </>
        )
      }
    >
      <ChannelTitle appId={appId} channel={channel} />
    </ScreenHeader>
  );
}
