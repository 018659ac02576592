import { filesOf, textOf } from '@tandem/shared/message/parts';
import type { Message } from '@tandem/shared/message/schema';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { FileList } from '../../../ui/files/FileList.tsx';
import { Portrait } from '../../../ui/portrait/Portrait.tsx';
import { QuestionNoteContext, useConversation, useMessages } from '../context.ts';
import { Reactions } from '../reactions/Reactions.tsx';
import { PersonActions } from './MessageActions.tsx';
import { MessageText } from './MessageText.tsx';
import { messageEditor } from './message-editor.ts';
import classes from './PersonMessage.module.css';

interface PersonMessageProps {
  message: Message;
  /** It follows another message of the same person closely: the name is not repeated. */
  together: boolean;
}

/** A person's message: the reader's own on the right, colleagues' on the left under their name. */
export function PersonMessage({ message, together }: PersonMessageProps) {
  const { t } = useTranslation('chat');
  const { userId } = useConversation();
  const Note = use(QuestionNoteContext);
  const editing = useMessages((state) => state.editing === message.id);
  const own = message.author?.id === userId;
  const name = message.author?.name ?? t('someoneGone');

  const text = textOf(message.parts);

  if (editing) return <messageEditor.Part message={message} />;
  return (
    <article
      className={classes.message}
      data-own={own || undefined}
      data-together={together || undefined}
      data-message={message.id}
      aria-label={own ? t('message.ownLabel') : t('message.label', { name })}
    >
      {!own && !together && (
        <header className={classes.author}>
          <Portrait name={name} avatar={message.author?.avatar ?? ''} size={20} />
          <span>{name}</span>
        </header>
      )}
      {Note && <Note message={message} />}
      {text !== '' && <MessageText className={classes.bubble} text={text} mentions={message.mentions} />}
      <FileList parts={filesOf(message.parts)} side={own ? 'end' : 'start'} />
      <Reactions message={message} />
      <PersonActions message={message} />
    </article>
  );
}
