import type { Channel } from '@tandem/shared/channel/schema';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForEveryone } from '../../entities/assistant/use-for-everyone.ts';
import { lastEditable } from '../../entities/message/actions.ts';
import { useAttachments } from '../../entities/message/composer/attachments.ts';
import { Composer } from '../../entities/message/composer/Composer.tsx';
import { mentionsOf } from '../../entities/message/composer/mentions.ts';
import type { MentionSource } from '../../entities/message/composer/use-mentions.tsx';
import { useConversation, useMessages } from '../../entities/message/context.ts';
import { Queue } from '../../entities/message/list/Queue.tsx';
import { AnswerTools } from '../../entities/model/AnswerTools.tsx';
import { lazyPart } from '../../ui/page/lazy-part.tsx';
import { useShortcut } from '../../ui/shortcuts/useShortcut.ts';
import { ArchivedNotice } from './ArchivedNotice.tsx';
import classes from './ComposerFoot.module.css';
import { TypingLine } from './TypingLine.tsx';
import { useNextAnswer } from './use-next-answer.ts';
import { useTyping } from './use-typing.ts';

const budgetGauge = lazyPart(
  'budget-gauge',
  () => import('../../entities/budget/BudgetGauge.tsx'),
  ['usage'],
  null,
);

interface ChannelComposerProps {
  /** Undefined until the tree is known. */
  channel: Channel | undefined;
  mentions: MentionSource;
  /** Joined to the field's upper edge. */
  above?: ReactNode;
  /** Shown beside the model. */
  tools?: ReactNode;
  /** Instead of the common sentence in an empty field. */
  placeholder?: string;
  /** Maps the typed text to the text that is sent. */
  said?(words: string): string;
}

/** The composer of the open channel. */
export function ChannelComposer(props: ChannelComposerProps) {
  const { channel, mentions, above, tools, placeholder, said } = props;
  const { t } = useTranslation('chat');
  const { store, models, canSend, candidates, userId } = useConversation();
  const runningId = useMessages((state) => state.runningId);
  const phase = useMessages((state) => state.phase);
  const { assistant, choice, mayAsk, answersAll, asks, send } = useNextAnswer(channel);
  const forEveryone = useForEveryone(assistant, () => choice.choose(null));
  const [stopping, setStopping] = useState<string | null>(null);
  // People who may ask for answers may also stop them; for others they are ordinary messages.
  const running = runningId !== null && mayAsk;
  const heard = useMessages(({ people }) => [...(people?.present.keys() ?? [])].some((id) => id !== userId));
  const onTyping = useTyping(store.channelId, heard);

  useEffect(() => {
    if (!running) setStopping(null);
  }, [running]);

  const stop = async () => {
    if (runningId === null || stopping === runningId) return;
    setStopping(runningId);
    try {
      await store.port.stop({ channelId: store.channelId });
    } catch {
      // The call has shown why; it may be tried again.
      setStopping(null);
    }
  };

  const { parts: attached } = useAttachments(store.channelId);
  const noteOf = () => {
    const hasPicture = attached.some(({ mediaType }) => mediaType.startsWith('image/'));
    if (choice.drawer && !choice.drawer.abilities.vision && hasPicture)
      return t('composer.wordsOnly', { name: choice.drawer.name });
    if (!mayAsk) return t('composer.peopleOnly');
    return answersAll || !assistant ? null : t('composer.whenMentioned', { name: assistant.name });
  };

  useShortcut({
    keys: 'Escape',
    label: t('shortcut.stop'),
    run(event) {
      // In a menu or dialog, Esc closes that instead.
      const inside = event.target instanceof Element && event.target.closest('[role=dialog], [role=menu]');
      if (running && !inside) void stop();
    },
  });
  useShortcut({ keys: 'ArrowUp', label: t('shortcut.editLast') });
  useShortcut({ keys: 'mod+Enter', label: t('shortcut.sendNow') });

  if (channel?.archivedAt) return <ArchivedNotice channel={channel} />;
  if (!canSend)
    return (
      <div className={classes.composer}>
        <p className={classes.viewOnly}>{t('composer.viewOnly')}</p>
      </div>
    );
  return (
    <div className={classes.composer} data-composer-foot>
      <TypingLine />
      <Composer
        draftKey={store.channelId}
        autoFocus
        placeholder={
          placeholder ??
          (assistant && answersAll && mayAsk
            ? t('composer.placeholderTo', { name: assistant.name })
            : t('composer.placeholder'))
        }
        mentions={mentions}
        onTyping={onTyping}
        waits={(text) => asks(mentionsOf(text, candidates()))}
        note={noteOf()}
        loading={phase === 'loading'}
        running={running}
        stopping={stopping !== null && stopping === runningId}
        onStop={stop}
        onEditLast={() => {
          const id = lastEditable(store);
          if (id !== null) store.state.setState({ editing: id });
        }}
        onSend={(text, { steer, files }) => {
          if (phase !== 'ready') return false;
          send(said ? said(text) : text, {
            typed: text,
            ...(files.length > 0 && { files }),
            ...(steer && { steer }),
          });
          return true;
        }}
        above={
          <>
            <Queue onSendNow={stop} />
            {above}
          </>
        }
        tools={
          <>
            {tools}
            <AnswerTools
              choice={choice}
              models={models}
              defaultId={assistant?.modelId ?? null}
              onForEveryone={forEveryone}
            />
            {mayAsk && <budgetGauge.Part channelId={store.channelId} running={running} />}
          </>
        }
      />
    </div>
  );
}
