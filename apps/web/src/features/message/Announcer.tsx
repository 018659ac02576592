import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { say } from '../../lib/errors.ts';
import { useConversation, useMessages } from './context.ts';

/** Tells screen readers when an answer begins and how it ends, and never its growth. */
export function Announcer() {
  const { t } = useTranslation('chat');
  const { store } = useConversation();
  const runningId = useMessages((state) => state.runningId);
  const [words, setWords] = useState('');
  const before = useRef(runningId);

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

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {words}
    </VisuallyHidden>
  );
}
