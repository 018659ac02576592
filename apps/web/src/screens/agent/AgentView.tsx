import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { IconLayoutSidebarRight, IconLayoutSidebarRightFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { ConversationContext } from '../../entities/message/context.ts';
import { Announcer } from '../../entities/message/list/Announcer.tsx';
import type { OpenChannel } from '../../entities/message/open.ts';
import { useRunLive } from '../../entities/run/live.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { GoneChannel } from '../../features/channel/GoneChannel.tsx';
import { useConversationOf } from '../../features/channel/use-conversation-of.ts';
import { useKnownName } from '../../features/channel/use-known-name.ts';
import { useReturn } from '../../features/channel/use-return.ts';
import { ScheduleButton } from '../../features/schedule/ScheduleButton.tsx';
import { readLocal, writeLocal } from '../../lib/storage/storage.ts';
import { useOpenedOnce } from '../../ui/focus/use-opened-once.ts';
import { SplitHandle, useSplit } from '../../ui/page/SplitHandle.tsx';
import { useIsPhone } from '../../ui/page/shell.ts';
import { ChannelHeader } from '../channel/ChannelHeader.tsx';
import { AgentPanel } from './AgentPanel.tsx';
import classes from './AgentView.module.css';
import { TaskPane } from './TaskPane.tsx';

const PANEL_KEY = 'agent-panel';

/** An open conversation with an agent; beside it, its files, what changed in them, and its runs. */
export function AgentView({ appId, store, outbox }: OpenChannel & { appId: string }) {
  const { t } = useTranslation('agent');
  const { channelId } = store;
  const channel = useWorkspace((state) => state.tree.channels.get(channelId));
  const known = useKnownName(channel);
  const phase = useStore(store.state, (state) => state.phase);
  const { conversation, mentions } = useConversationOf({ store, outbox });
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const [isPanelOpen, setPanel] = useState(() => readLocal(PANEL_KEY, true) !== false);
  const [side, setSide] = useState<'task' | 'panel'>('task');
  const split = useSplit('agent-split', 56);

  // Before it is opened, so that nothing is missed.
  useRunLive(store);
  useEffect(() => store.open(), [store]);
  useReturn(store, phase === 'gone', channel !== undefined);

  const isPanelShown = isPhone ? side === 'panel' : isPanelOpen;
  const isPanelMounted = useOpenedOnce(isPanelShown);

  if (phase === 'gone') return <GoneChannel appId={appId} name={known} />;
  const toggle = () => {
    writeLocal(PANEL_KEY, !isPanelOpen);
    setPanel(!isPanelOpen);
  };
  const label = t(isPanelOpen ? 'view.hide' : 'view.show');
  const Icon = isPanelOpen ? IconLayoutSidebarRightFilled : IconLayoutSidebarRight;
  return (
    <ConversationContext value={conversation}>
      <ChannelHeader
        appId={appId}
        channel={channel}
        tools={
          <>
            <ScheduleButton
              channelId={channelId}
              canEdit={channel?.abilities.edit === true && channel.archivedAt === null}
            />
            {!isPhone && (
              <Tooltip label={label}>
                <ActionIcon aria-label={label} aria-pressed={isPanelOpen} onClick={toggle}>
                  <Icon size={18} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
            )}
          </>
        }
      />
      <ConnectionNotice />
      {isPhone && (
        <SegmentedControl
          className={classes.sides ?? ''}
          aria-label={t('panel.label')}
          value={side}
          onChange={(next) => setSide(next === 'panel' ? 'panel' : 'task')}
          data={[
            { value: 'task', label: t('view.task') },
            { value: 'panel', label: t('view.panel') },
          ]}
        />
      )}
      <div className={classes.body} ref={split.frame}>
        <section
          className={classes.task}
          aria-label={t('view.task')}
          hidden={isPhone && side === 'panel'}
          style={!isPhone && isPanelOpen ? { flex: 'none', width: `${split.share}%` } : undefined}
        >
          <TaskPane
            channel={channel}
            store={store}
            outbox={outbox}
            mentions={mentions}
            hidden={isPhone && side === 'panel'}
          />
        </section>
        {isPanelShown && !isPhone && <SplitHandle label={t('view.split')} split={split} />}
        {isPanelMounted && (
          <AgentPanel
            hidden={!isPanelShown}
            channel={channel}
            channelId={channelId}
            onMessage={(messageId) => {
              setSide('task');
              void navigate({ search: `?message=${messageId}` });
            }}
          />
        )}
      </div>
      <Announcer />
    </ConversationContext>
  );
}
