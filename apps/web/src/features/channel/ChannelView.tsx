import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useSession } from '../../lib/session.ts';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { ConnectionNotice } from '../live/ConnectionNotice.tsx';
import { Announcer } from '../message/Announcer.tsx';
import { type Conversation, ConversationContext } from '../message/context.ts';
import type { OpenChannel } from '../message/open.ts';
import { useChatModels } from '../model/queries.ts';
import { useWorkspace } from '../workspace/store.ts';
import { ChannelBody } from './ChannelBody.tsx';
import { ChannelComposer } from './ChannelComposer.tsx';
import { ChannelTitle } from './ChannelTitle.tsx';
import classes from './ChannelView.module.css';
import { GoneChannel } from './GoneChannel.tsx';
import { useReading } from './use-reading.ts';
import { useResume } from './use-resume.ts';

/** An open channel: its path in the header, the messages, the composer. */
export function ChannelView({ appId, store, outbox }: OpenChannel & { appId: string }) {
  const { channelId } = store;
  const userId = useSession((state) => state.user.id);
  const channel = useWorkspace((state) => state.tree.channels.get(channelId));
  const phase = useStore(store.state, (state) => state.phase);
  const models = useChatModels();
  const [atEnd, setAtEnd] = useState(true);
  // The count from before it was opened; being open, it goes to nothing.
  const [unreadBefore] = useState(() => useWorkspace.getState().tree.unread.get(channelId) ?? 0);

  useEffect(() => store.open(), [store]);
  useReading(store, phase === 'ready' && atEnd);
  useResume({ store, outbox });

  // Until the tree is known, the server decides alone.
  const canSend = channel?.abilities.send ?? true;
  const canSelect = channel?.abilities.edit ?? false;
  const conversation = useMemo<Conversation>(
    () => ({ store, outbox, userId, canSend, canSelect, models }),
    [store, outbox, userId, canSend, canSelect, models],
  );

  if (phase === 'gone') return <GoneChannel appId={appId} />;
  return (
    <ConversationContext value={conversation}>
      <ScreenHeader>
        <ChannelTitle appId={appId} channel={channel} />
      </ScreenHeader>
      <ConnectionNotice />
      <div className={classes.body}>
        <ChannelBody unreadBefore={unreadBefore} onAtEnd={setAtEnd} name={channel?.name ?? ''} />
        <ChannelComposer appId={appId} assistantId={channel?.assistantId ?? null} />
      </div>
      <Announcer />
    </ConversationContext>
  );
}
