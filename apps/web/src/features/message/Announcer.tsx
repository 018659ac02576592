import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { say } from '../../lib/errors.ts';
import { useConversation, useMessages } from './context.ts';
import { titleOf } from './parts/tool.ts';
import type { MessageState } from './store.ts';

/** Tells screen readers when an answer begins and how it ends, and never its growth. */
export function Announcer() {
  const { t } = useTranslation('chat');
  const { store } = useConversation();
  const runningId = useMessages((state) => state.runningId);
  const [words, setWords] = useState('');
  const before = useRef(runningId);
  const waiting = useMessages(waitingCall);

  useEffect(() => {
    const { messages } = store.state.getState();
    const previous = before.current;
    before.current = runningId;
    if (runningId !== null && runningId !== previous) {
      const name = messages.get(runningId)?.assistant?.name || t('assistant');
      setWords(t('announce.begins', { name }));
    } else if (runningId === null && previous !== null) {
      const ended = messages.get(previous);
      if (ended?.status === 'done') setWords(t('announce.done'));
      else if (ended?.status === 'stopped') setWords(t('end.stopped'));
      else if (ended?.status === 'interrupted') setWords(t('end.interrupted'));
      else if (ended?.status === 'failed')
        setWords(say(`error:${ended.error?.key ?? 'provider.unknown'}`, t('end.failed')));
    }
  }, [runningId, store, t]);

  useEffect(() => {
    if (waiting !== null) setWords(t('announce.approval', { tool: waiting }));
  }, [waiting, t]);

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {words}
    </VisuallyHidden>
  );
}

/** What the tool is called whose call waits for consent; null when none does. */
function waitingCall({ runningId, messages }: MessageState): string | null {
  const parts = runningId === null ? undefined : messages.get(runningId)?.parts;
  const call = parts?.find((part) => part.type === 'dynamic-tool' && part.state === 'approval-requested');
  return call?.type === 'dynamic-tool' ? titleOf(call) : null;
}
