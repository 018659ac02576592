import { IconCheck, IconCornerDownRight, IconPaperclip, IconPencil, IconX } from '@tabler/icons-react';
import { splitQuote, withoutCitations, withWords } from '@tandem/shared/document/citation';
import type { FilePart } from '@tandem/shared/message/parts';
import { MAX_MESSAGE_LENGTH, type QueuedMessage } from '@tandem/shared/message/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { editQueued, removeQueued } from '../actions.ts';
import { GrowingText } from '../composer/GrowingText.tsx';
import { mentionsOf } from '../composer/mentions.ts';
import { useConversation, useMessages } from '../context.ts';
import { focusComposer } from '../focus.ts';
import { useAction } from '../use-action.ts';
import type { Waiting } from './Queue.tsx';
import classes from './QueueList.module.css';

/** Messages that wait for the running answer to end, joined to the composer. */
export default function QueueList({ queue, coming, onSendNow }: Waiting & { onSendNow(): void }) {
  const { t } = useTranslation('chat');
  const { userId, canSend } = useConversation();
  const running = useMessages((state) => state.runningId !== null);
  return (
    <section className={classes.queue} aria-label={t('queue.label')}>
      <header className={classes.head}>
        <span>{t('queue.title', { count: queue.length + coming.length })}</span>
        {canSend && running && (
          <button
            type="button"
            className={classes.now}
            onClick={() => {
              onSendNow();
              focusComposer();
            }}
          >
            {t('queue.sendNow')}
          </button>
        )}
      </header>
      <ul className={classes.list}>
        {queue.map((entry) => (
          <QueuedItem key={entry.id} entry={entry} own={entry.author.id === userId} />
        ))}
        {coming.map((entry) => (
          <li key={entry.clientKey} className={classes.item} data-coming>
            <IconCornerDownRight size={16} stroke={1.75} aria-hidden />
            <span className={classes.text}>
              {withoutCitations(entry.text)} <FileNames files={entry.files ?? []} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function QueuedItem({ entry, own }: { entry: QueuedMessage; own: boolean }) {
  const { t } = useTranslation('chat');
  const { store, candidates } = useConversation();
  const [draft, setDraft] = useState<string | null>(null);
  const { run, busy, problem } = useAction();
  const before = splitQuote(entry.text).words;

  const save = async () => {
    const words = draft?.trim() ?? '';
    if (words === '' && entry.files.length === 0) return;
    if (
      words === before ||
      (await run(() =>
        editQueued(store, entry.id, withWords(entry.text, words), mentionsOf(words, candidates())),
      ))
    )
      setDraft(null);
  };
  const leave = (close: () => unknown) => {
    close();
    focusComposer();
  };

  return (
    <li className={classes.item}>
      <IconCornerDownRight size={16} stroke={1.75} aria-hidden />
      {draft === null ? (
        <span className={classes.text}>
          {!own && <b>{entry.author.name}: </b>}
          {withoutCitations(entry.text)} <FileNames files={entry.files} />
        </span>
      ) : (
        <GrowingText
          value={draft}
          onChange={setDraft}
          onEnter={() => leave(save)}
          onEscape={() => leave(() => setDraft(null))}
          autoFocus
          readOnly={busy}
          maxLength={MAX_MESSAGE_LENGTH}
          className={classes.field}
          aria-label={t('queue.edit')}
        />
      )}
      {own && draft === null && (
        <span className={classes.actions}>
          <button
            type="button"
            aria-label={t('queue.edit')}
            title={t('queue.edit')}
            onClick={() => setDraft(before)}
          >
            <IconPencil size={15} stroke={1.75} aria-hidden />
          </button>
          <button
            type="button"
            disabled={busy}
            aria-label={t('queue.remove')}
            title={t('queue.remove')}
            onClick={() => leave(() => run(() => removeQueued(store, entry.id)))}
          >
            <IconX size={15} stroke={1.75} aria-hidden />
          </button>
        </span>
      )}
      {draft !== null && (
        <span className={classes.actions}>
          <button
            type="button"
            disabled={busy || (draft.trim() === '' && entry.files.length === 0)}
            aria-label={t('queue.save')}
            title={t('queue.save')}
            onClick={() => leave(save)}
          >
            <IconCheck size={16} stroke={1.75} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={t('cancel')}
            title={t('cancel')}
            onClick={() => leave(() => setDraft(null))}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        </span>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

/** Names of the attached files, in one line. */
function FileNames({ files }: { files: readonly FilePart[] }) {
  if (files.length === 0) return null;
  return (
    <span className={classes.files}>
      <IconPaperclip size={13} stroke={1.75} aria-hidden />
      {files.map(({ filename }) => filename).join(', ')}
    </span>
  );
}
