import type { Channel } from '@tandem/shared/channel/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { attachmentsOf } from '../../entities/message/composer/attachments.ts';
import type { MentionSource } from '../../entities/message/composer/use-mentions.tsx';
import { AnswerBodyContext, QuestionNoteContext, useConversation } from '../../entities/message/context.ts';
import { focusComposer } from '../../entities/message/focus.ts';
import type { OpenChannel } from '../../entities/message/open.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { ChannelBody } from '../../features/channel/ChannelBody.tsx';
import { ChannelComposer } from '../../features/channel/ChannelComposer.tsx';
import { useReading } from '../../features/channel/use-reading.ts';
import { useResume } from '../../features/channel/use-resume.ts';
import { PlanBar } from '../../features/run/PlanBar.tsx';
import { ChannelMode } from '../../features/run/setting/ChannelMode.tsx';
import { RunBody } from '../../features/run/steps/RunBody.tsx';
import { TriggerNote } from '../../features/run/steps/TriggerNote.tsx';
import { TaskTemplates } from '../../features/run/TaskTemplates.tsx';
import { DropArea } from '../../ui/files/DropArea.tsx';
import classes from './AgentView.module.css';

interface TaskPaneProps extends OpenChannel {
  channel: Channel | undefined;
  mentions: MentionSource;
  hidden: boolean;
}

/** The conversation with an agent. */
export function TaskPane({ channel, store, outbox, mentions, hidden }: TaskPaneProps) {
  const { t } = useTranslation(['agent', 'file']);
  const { channelId } = store;
  const phase = useStore(store.state, (state) => state.phase);
  const [atEnd, setAtEnd] = useState(true);
  // As it was before it was opened; being open, it goes to nothing.
  const [unreadBefore] = useState(() => (useWorkspace.getState().tree.unread.get(channelId) ?? 0) > 0);
  const { canSend, archived } = useConversation();
  const mayWrite = canSend && !archived;
  useReading(store, phase === 'ready' && atEnd && !hidden);
  useResume({ store, outbox });
  return (
    <DropArea
      className={classes.drop}
      label={t('file:drop')}
      disabled={!mayWrite}
      onFiles={(files) => {
        attachmentsOf(channelId).add(files);
        focusComposer();
      }}
    >
      <AnswerBodyContext value={RunBody}>
        <QuestionNoteContext value={TriggerNote}>
          <ChannelBody
            starters={[]}
            unreadBefore={unreadBefore}
            mayWrite={mayWrite}
            onAtEnd={setAtEnd}
            name={channel?.name || t('empty.title')}
            {...(mayWrite && { words: t('empty.words'), about: <TaskTemplates channelId={channelId} /> })}
          />
        </QuestionNoteContext>
      </AnswerBodyContext>
      <ChannelComposer
        channel={channel}
        mentions={mentions}
        placeholder={t('app.placeholder')}
        above={<PlanBar />}
        tools={<ChannelMode channelId={channelId} />}
      />
    </DropArea>
  );
}
