import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useChannelAssistants } from '../../entities/assistant/queries.ts';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { attachmentsOf } from '../../entities/message/composer/attachments.ts';
import { ConversationContext } from '../../entities/message/context.ts';
import { focusComposer } from '../../entities/message/focus.ts';
import { Announcer } from '../../entities/message/list/Announcer.tsx';
import type { OpenChannel } from '../../entities/message/open.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { ChannelBody } from '../../features/channel/ChannelBody.tsx';
import { ChannelComposer } from '../../features/channel/ChannelComposer.tsx';
import { GoneChannel } from '../../features/channel/GoneChannel.tsx';
import { useConversationOf } from '../../features/channel/use-conversation-of.ts';
import { useKnownName } from '../../features/channel/use-known-name.ts';
import { useReading } from '../../features/channel/use-reading.ts';
import { useResume } from '../../features/channel/use-resume.ts';
import { useReturn } from '../../features/channel/use-return.ts';
import { DropArea } from '../../ui/files/DropArea.tsx';
import { ChannelHeader } from './ChannelHeader.tsx';
import classes from './ChannelView.module.css';

/** An open channel: its path in the header, the messages, the composer. */
export function ChannelView({ appId, store, outbox }: OpenChannel & { appId: string }) {
  const { t } = useTranslation('file');
  const { channelId } = store;
  const channel = useWorkspace((state) => state.tree.channels.get(channelId));
  const known = useKnownName(channel);
  const phase = useStore(store.state, (state) => state.phase);
  const assistants = useChannelAssistants(channelId).data;
  const assistant = assistants?.find(({ id }) => id === channel?.assistantId) ?? assistants?.[0];
  const [atEnd, setAtEnd] = useState(true);
  // As it was before it was opened; being open, it goes to nothing.
  const [unreadBefore] = useState(() => (useWorkspace.getState().tree.unread.get(channelId) ?? 0) > 0);
  const { conversation, mentions } = useConversationOf({ store, outbox });
  const { canSend, archived } = conversation;

  useEffect(() => store.open(), [store]);
  useReading(store, phase === 'ready' && atEnd);
  useResume({ store, outbox });
  useReturn(store, phase === 'gone', channel !== undefined);

  if (phase === 'gone') return <GoneChannel appId={appId} name={known} />;
  return (
    <ConversationContext value={conversation}>
      <ChannelHeader appId={appId} channel={channel} />
      <ConnectionNotice />
      <DropArea
        className={classes.body}
        label={t('drop')}
        disabled={!canSend || archived}
        onFiles={(files) => {
          attachmentsOf(channelId).add(files);
          focusComposer();
        }}
      >
        <ChannelBody
          starters={canSend && !archived ? (assistant?.starters ?? []) : []}
          unreadBefore={unreadBefore}
          mayWrite={canSend && !archived}
          onAtEnd={setAtEnd}
          name={channel?.name ?? ''}
        />
        <ChannelComposer channel={channel} mentions={mentions} />
      </DropArea>
      <Announcer />
    </ConversationContext>
  );
}
