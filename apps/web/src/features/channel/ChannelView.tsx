import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { useSession } from '../../lib/session.ts';
import { DropArea } from '../../ui/files/DropArea.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useChannelAssistants } from '../assistant/queries.ts';
import { ConnectionNotice } from '../live/ConnectionNotice.tsx';
import { Announcer } from '../message/Announcer.tsx';
import { attachmentsOf } from '../message/attachments.ts';
import { type Conversation, ConversationContext } from '../message/context.ts';
import { focusComposer } from '../message/focus.ts';
import type { OpenChannel } from '../message/open.ts';
import { useAnswerModels } from '../model/queries.ts';
import { ShareButton } from '../share/ShareButton.tsx';
import { forkChannel } from '../workspace/actions.ts';
import { pathOf } from '../workspace/path.ts';
import { useWorkspace } from '../workspace/store.ts';
import { ChannelBody } from './ChannelBody.tsx';
import { ChannelComposer } from './ChannelComposer.tsx';
import { ChannelMenu } from './ChannelMenu.tsx';
import { ChannelTitle } from './ChannelTitle.tsx';
import classes from './ChannelView.module.css';
import { GoneChannel } from './GoneChannel.tsx';
import { markUnreadFrom } from './mark-unread.ts';
import { PeopleHere } from './PeopleHere.tsx';
import { useCandidates } from './use-candidates.ts';
import { useReading } from './use-reading.ts';
import { useResume } from './use-resume.ts';
import { useReturn } from './use-return.ts';

/** An open channel: its path in the header, the messages, the composer. */
export function ChannelView({ appId, store, outbox }: OpenChannel & { appId: string }) {
  const { t } = useTranslation('file');
  const { channelId } = store;
  const userId = useSession((state) => state.user.id);
  const channel = useWorkspace((state) => state.tree.channels.get(channelId));
  const phase = useStore(store.state, (state) => state.phase);
  const models = useAnswerModels();
  const assistants = useChannelAssistants(channelId).data;
  const assistant = assistants?.find(({ id }) => id === channel?.assistantId) ?? assistants?.[0];
  const [atEnd, setAtEnd] = useState(true);
  // As it was before it was opened; being open, it goes to nothing.
  const [unreadBefore] = useState(() => (useWorkspace.getState().tree.unread.get(channelId) ?? 0) > 0);
  const navigate = useNavigate();
  const { source, all: candidates } = useCandidates(channelId, userId);

  useEffect(() => store.open(), [store]);
  useReading(store, phase === 'ready' && atEnd);
  useResume({ store, outbox });
  useReturn(store, phase === 'gone', channel !== undefined);

  // Until the tree is known, the server decides alone.
  const canSend = channel?.abilities.send ?? true;
  const canSelect = channel?.abilities.edit ?? false;
  const archived = (channel?.archivedAt ?? null) !== null;
  const fork = useCallback(
    async (messageId: string) => {
      const made = await forkChannel(channelId, messageId);
      store.state.setState({ editing: null });
      void navigate(pathOf.channel(made));
    },
    [channelId, store, navigate],
  );
  const markUnread = useCallback((messageId: string) => markUnreadFrom(store, messageId), [store]);
  const conversation = useMemo<Conversation>(
    () => ({
      ...{ store, outbox, userId, canSend, archived, canSelect, models, candidates, markUnread },
      // Below it is where the copy stands.
      fork: canSelect ? fork : undefined,
    }),
    [store, outbox, userId, canSend, archived, canSelect, models, candidates, markUnread, fork],
  );

  if (phase === 'gone') return <GoneChannel appId={appId} />;
  return (
    <ConversationContext value={conversation}>
      <ScreenHeader
        actions={
          channel && (
            <>
              <PeopleHere />
              <ShareButton target={{ kind: 'channel', id: channelId }} manages={channel.abilities.manage} />
              <ChannelMenu channel={channel} />
            </>
          )
        }
      >
        <ChannelTitle appId={appId} channel={channel} />
      </ScreenHeader>
      <ConnectionNotice />
      <DropArea
        className={classes.body}
        label={t('drop')}
        disabled={!canSend || channel?.archivedAt != null}
        onFiles={(files) => {
          attachmentsOf(channelId).add(files);
          focusComposer();
        }}
      >
        <ChannelBody
          starters={canSend && !archived ? (assistant?.starters ?? []) : []}
          unreadBefore={unreadBefore}
          onAtEnd={setAtEnd}
          name={channel?.name ?? ''}
        />
        <ChannelComposer channel={channel} mentions={source} />
      </DropArea>
      <Announcer />
    </ConversationContext>
  );
}
