import { textOf } from '@tandem/shared/message/parts';
import { MAX_MESSAGE_LENGTH, type Message } from '@tandem/shared/message/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { editMessage } from './actions.ts';
import { useConversation } from './context.ts';
import classes from './EditMessage.module.css';
import { GrowingText } from './GrowingText.tsx';
import { useAction } from './use-action.ts';

/** An own message, being rewritten in place. Enter sends it again, Esc leaves it as it was. */
export function EditMessage({ message }: { message: Message }) {
  const { t } = useTranslation('chat');
  const { store } = useConversation();
  const before = textOf(message.parts);
  const [text, setText] = useState(before);
  const { run, busy, problem } = useAction();

  const close = () => {
    store.state.setState({ editing: null });
    document.querySelector<HTMLElement>('[data-composer]')?.focus();
  };
  const save = async () => {
    const words = text.trim();
    if (words === '' || busy) return;
    if (words === before) return close();
    if (!(await run(() => editMessage(store, message.id, words)))) return;
    close();
    store.jumpToEnd();
  };

  return (
    <form
      className={classes.edit}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
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
      <div className={classes.foot}>
        <span className={classes.note}>
          {problem ? (
            <span className={classes.problem} role="alert">
              {problem}
            </span>
          ) : (
            t('edit.note')
          )}
        </span>
        <button type="button" className={classes.cancel} onClick={close}>
          {t('cancel')}
        </button>
        <button type="submit" className={classes.save} disabled={busy || text.trim() === ''}>
          {t('edit.send')}
        </button>
      </div>
    </form>
  );
}
