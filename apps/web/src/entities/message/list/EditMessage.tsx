import { splitQuote, withWords } from '@tandem/shared/document/citation';
import { filesOf, textOf } from '@tandem/shared/message/parts';
import { MAX_MESSAGE_LENGTH, type Message } from '@tandem/shared/message/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorKey } from '../../../lib/errors.ts';
import { FileList } from '../../../ui/files/FileList.tsx';
import { Quotation } from '../../../ui/markdown/Quotation.tsx';
import { editMessage } from '../actions.ts';
import { GrowingText } from '../composer/GrowingText.tsx';
import { mentionsOf } from '../composer/mentions.ts';
import { useConversation, useMessages } from '../context.ts';
import { useAction } from '../use-action.ts';
import classes from './EditMessage.module.css';
import actionClasses from './MessageActions.module.css';

/** An own message, being rewritten in place. Enter sends it again, Esc leaves it as it was. */
export default function EditMessage({ message }: { message: Message }) {
  const { t } = useTranslation('chat');
  const { store, candidates } = useConversation();
  const whole = textOf(message.parts);
  const { quote, words: before } = splitQuote(whole);
  const files = filesOf(message.parts);
  const [text, setText] = useState(before);
  const { run, busy, problem, error } = useAction();
  const { fork } = useConversation();
  // A message without an answer is edited in place.
  const answered = useMessages(({ order, messages }) => {
    const next = messages.get(order[order.indexOf(message.id) + 1] ?? '');
    return next?.role === 'assistant' && next.parentId === message.id;
  });
  const offersFork = fork && isErrorKey(error, 'messageFollowed');

  const close = () => {
    store.state.setState({ editing: null });
    document.querySelector<HTMLElement>('[data-composer]')?.focus();
  };
  const save = async () => {
    const words = text.trim();
    if ((words === '' && files.length === 0) || busy) return;
    if (words === before) return close();
    if (
      !(await run(() =>
        editMessage(store, message.id, withWords(whole, words), mentionsOf(words, candidates())),
      ))
    )
      return;
    close();
    if (answered) store.jumpToEnd();
  };

  return (
    <form
      className={classes.edit}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {quote && <Quotation quote={quote} />}
      <GrowingText
        value={text}
        onChange={setText}
        onEnter={save}
        onEscape={close}
        autoFocus
        maxLength={MAX_MESSAGE_LENGTH}
        aria-label={t('edit.label')}
        className={classes.text}
      />
      <FileList parts={files} />
      <div className={classes.foot}>
        <span className={classes.note}>
          {problem ? (
            <span className={classes.problem} role="alert">
              {problem}{' '}
              {offersFork && (
                <button
                  type="button"
                  className={actionClasses.offer}
                  onClick={() => void run(() => fork(message.id))}
                >
                  {t('message.fork')}
                </button>
              )}
            </span>
          ) : (
            answered && t('edit.note')
          )}
        </span>
        <button type="button" className={classes.cancel} onClick={close}>
          {t('cancel')}
        </button>
        <button
          type="submit"
          className={classes.save}
          disabled={busy || (text.trim() === '' && files.length === 0)}
        >
          {t('edit.send')}
        </button>
      </div>
    </form>
  );
}
