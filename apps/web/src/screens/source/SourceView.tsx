import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import type { Citation } from '@tandem/shared/dataset/citation';
import { placeIn } from '@tandem/shared/dataset/place';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { useDatasetLive } from '../../entities/dataset/live.ts';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { ConversationContext } from '../../entities/message/context.ts';
import { Announcer } from '../../entities/message/list/Announcer.tsx';
import type { OpenChannel } from '../../entities/message/open.ts';
import { OpenCitationContext } from '../../entities/message/open-citation.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { GoneChannel } from '../../features/channel/GoneChannel.tsx';
import { useConversationOf } from '../../features/channel/use-conversation-of.ts';
import { useKnownName } from '../../features/channel/use-known-name.ts';
import { useReturn } from '../../features/channel/use-return.ts';
import { SplitHandle, useSplit } from '../../ui/page/SplitHandle.tsx';
import { useIsPhone } from '../../ui/page/shell.ts';
import { ChannelHeader } from '../channel/ChannelHeader.tsx';
import { ChatPane } from './ChatPane.tsx';
import { SourcePane } from './SourcePane.tsx';
import classes from './SourceView.module.css';
import { useShown } from './use-shown.ts';

type Side = 'chat' | 'source';

/** An open chat with its sources. */
export function SourceView({ appId, store, outbox }: OpenChannel & { appId: string }) {
  const { t } = useTranslation('source');
  const { channelId } = store;
  const channel = useWorkspace((state) => state.tree.channels.get(channelId));
  const known = useKnownName(channel);
  const phase = useStore(store.state, (state) => state.phase);
  const { conversation, mentions } = useConversationOf({ store, outbox });
  const shown = useShown(store);
  const isPhone = useIsPhone();
  const [side, setSide] = useState<Side>(shown.sourceId ? 'source' : 'chat');
  const split = useSplit('source-split', 55);

  useEffect(() => store.open(), [store]);
  useReturn(store, phase === 'gone', channel !== undefined);
  useDatasetLive(channelId, channel !== undefined);

  const { openCitation, openPlace } = shown;
  const open = useCallback(
    (citation: Citation, messageId: string) => {
      openCitation(citation, messageId);
      setSide('source');
    },
    [openCitation],
  );
  const isKnown = channel !== undefined;
  // A link to words of a source: they are shown, and the address names the source from then on.
  const { hash } = useLocation();
  useEffect(() => {
    const place = placeIn(hash);
    if (!place || !isKnown) return;
    openPlace(place);
    setSide('source');
  }, [isKnown, hash, openPlace]);

  if (phase === 'gone') return <GoneChannel appId={appId} name={known} />;
  const source = (
    <SourcePane channel={channel} datasetId={channelId} shown={shown} onAsk={() => setSide('chat')} />
  );
  return (
    <ConversationContext value={conversation}>
      <ChannelHeader appId={appId} channel={channel} />
      <ConnectionNotice />
      {isPhone && (
        <SegmentedControl
          className={classes.sides ?? ''}
          aria-label={t('view.label')}
          value={side}
          onChange={(next) => setSide(next === 'source' ? 'source' : 'chat')}
          data={[
            { value: 'chat', label: t('view.chat') },
            { value: 'source', label: t('view.source') },
          ]}
        />
      )}
      <div className={classes.body} ref={split.frame}>
        {isPhone ? (
          side === 'source' && source
        ) : (
          <>
            <div className={classes.source} style={{ width: `${split.share}%` }}>
              {source}
            </div>
            <SplitHandle label={t('view.split')} split={split} />
          </>
        )}
        <OpenCitationContext value={open}>
          <ChatPane
            channel={channel}
            store={store}
            outbox={outbox}
            mentions={mentions}
            sourceId={shown.sourceId}
            onPage={(page) => {
              if (shown.sourceId) shown.openPage(shown.sourceId, page);
              setSide('source');
            }}
            hidden={isPhone && side === 'source'}
          />
        </OpenCitationContext>
      </div>
      <Announcer />
    </ConversationContext>
  );
}
