import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../ui/shortcuts/useShortcut.ts';
import { useAssistants } from '../assistant/queries.ts';
import { lastEditable } from '../message/actions.ts';
import { Composer } from '../message/Composer.tsx';
import { useConversation, useMessages } from '../message/context.ts';
import { QueueList } from '../message/QueueList.tsx';
import { useModelChoice } from '../model/choice.ts';
import { ModelPicker } from '../model/ModelPicker.tsx';
import classes from './ChannelView.module.css';

interface ChannelComposerProps {
  appId: string;
  /** The channel's own assistant; null: its app's first. */
  assistantId: string | null;
}

/** Where one writes in the open channel. */
export function ChannelComposer({ appId, assistantId }: ChannelComposerProps) {
  const { t } = useTranslation('chat');
  const { store, outbox, models, canSend } = useConversation();
  const runningId = useMessages((state) => state.runningId);
  const phase = useMessages((state) => state.phase);
  const assistants = useAssistants(appId).data;
  const assistant = assistants?.find(({ id }) => id === assistantId) ?? assistants?.[0];
  const [choice, choose] = useModelChoice(store.channelId);
  const modelId = models.some((model) => model.id === choice) ? choice : null;
  const [stopping, setStopping] = useState<string | null>(null);
  const running = runningId !== null;

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

  useShortcut({
    keys: 'Escape',
    label: t('shortcut.stop'),
    run(event) {
      // In a menu or dialog the key closes that.
      const inside = event.target instanceof Element && event.target.closest('[role=dialog], [role=menu]');
      if (running && !inside) void stop();
    },
  });
  useShortcut({ keys: 'ArrowUp', label: t('shortcut.editLast') });
  useShortcut({ keys: 'mod+Enter', label: t('shortcut.sendNow') });

  if (!canSend)
    return (
      <div className={classes.composer}>
        <p className={classes.viewOnly}>{t('composer.viewOnly')}</p>
      </div>
    );
  return (
    <div className={classes.composer} data-composer-foot>
      <Composer
        draftKey={store.channelId}
        autoFocus
        placeholder={
          assistant ? t('composer.placeholderTo', { name: assistant.name }) : t('composer.placeholder')
        }
        running={running}
        stopping={stopping !== null && stopping === runningId}
        onStop={stop}
        onEditLast={() => {
          const id = lastEditable(store);
          if (id !== null) store.state.setState({ editing: id });
        }}
        onSend={(text, { steer }) => {
          if (phase !== 'ready') return false;
          outbox.send(text, { ...(modelId && { modelId }), ...(steer && { steer }) });
          return true;
        }}
        above={<QueueList onSendNow={stop} />}
        tools={
          <ModelPicker
            models={models}
            value={modelId}
            defaultId={assistant?.modelId ?? null}
            onChange={choose}
          />
        }
      />
    </div>
  );
}
