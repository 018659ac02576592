import { VisuallyHidden } from '@mantine/core';
import { textOf } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeEnd } from '../../../lib/errors.ts';
import { useConversation, useMessages } from '../context.ts';
import { titleOf } from '../parts/tool.ts';
import type { MessageState } from '../store.ts';

/** Characters of an answer that are read out; the rest is read in its place. */
const ANNOUNCED = 300;

/**
 * Announces to screen readers when an answer begins, how it ends and its first sentences, but not each piece
 * that streams in.
 */
export function Announcer() {
  const { t, i18n } = useTranslation('chat');
  const { store } = useConversation();
  const runningId = useMessages((state) => state.runningId);
  const [words, setWords] = useState('');
  const before = useRef(runningId);
  const waiting = useMessages(waitingCall);

  // Announcements in the previous language are dropped.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another language is chosen
  useEffect(() => setWords(''), [i18n.language]);

  useEffect(() => {
    const { messages } = store.state.getState();
    const previous = before.current;
    before.current = runningId;
    if (runningId !== null && runningId !== previous) {
      const name = messages.get(runningId)?.assistant?.name || t('assistant');
      setWords(t('announce.begins', { name }));
    } else if (runningId === null && previous !== null) {
      const ended = messages.get(previous);
      if (ended?.status === 'done') {
        const name = ended.assistant?.name || t('assistant');
        const beginning = beginningOf(ended.parts);
        setWords(beginning === '' ? t('announce.done') : t('announce.answered', { name, beginning }));
      } else if (ended?.status === 'stopped') setWords(t('end.stopped'));
      else if (ended?.status === 'interrupted') setWords(t('end.interrupted'));
      else if (ended?.status === 'failed') setWords(describeEnd(ended.error, t('end.failed')));
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

/** Its first sentences, without marks of Markdown. */
function beginningOf(parts: Message['parts']): string {
  const text = textOf(parts)
    .slice(0, 2 * ANNOUNCED)
    .replace(/[*_`#>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > ANNOUNCED ? `${text.slice(0, ANNOUNCED).toWellFormed()}…` : text;
}

/** The name of the tool whose call waits for consent; null if none does. */
function waitingCall({ runningId, messages }: MessageState): string | null {
  const parts = runningId === null ? undefined : messages.get(runningId)?.parts;
  const call = parts?.find((part) => part.type === 'dynamic-tool' && part.state === 'approval-requested');
  return call?.type === 'dynamic-tool' ? titleOf(call) : null;
}
