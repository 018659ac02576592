import { useTranslation } from 'react-i18next';
import { describeError, isUnreachable } from '../../../lib/errors.ts';
import { FileList } from '../../../ui/files/FileList.tsx';
import { attachmentsOf } from '../composer/attachments.ts';
import { draftOf } from '../composer/draft.ts';
import { useConversation, useMessages } from '../context.ts';
import { focusComposer } from '../focus.ts';
import rowClasses from './MessageRow.module.css';
import { MessageText } from './MessageText.tsx';
import classes from './OutboxRow.module.css';
import personClasses from './PersonMessage.module.css';

/** An own message that is on its way, or that did not get through: its words stay, and it can be sent again. */
export function OutboxRow({ clientKey }: { clientKey: string }) {
  const { t } = useTranslation('chat');
  const { store, outbox } = useConversation();
  const entry = useMessages((state) => state.outbox.find((each) => each.clientKey === clientKey));
  if (!entry) return null;
  const failed = entry.status === 'failed';
  const waits = isUnreachable(entry.error);

  const takeBack = () => {
    const draft = draftOf(store.channelId).store;
    const { text: words, files } = outbox.discard(clientKey);
    const { text } = draft.getState();
    draft.setState({ text: [words, text].filter(Boolean).join('\n\n') });
    attachmentsOf(store.channelId).restore(files);
    focusComposer();
  };

  return (
    <div className={rowClasses.row}>
      <article
        className={personClasses.message}
        data-own
        data-sending={!failed || undefined}
        aria-label={t('message.ownLabel')}
      >
        {entry.text !== '' && (
          <MessageText
            className={`${personClasses.bubble} ${failed ? '' : classes.sending}`}
            text={entry.text}
          />
        )}
        <FileList parts={entry.files ?? []} side="end" />
        {failed ? (
          <div className={classes.failed} data-waiting={waits || undefined} role={waits ? 'status' : 'alert'}>
            <span>
              {waits && t('outbox.waiting')}
              {!waits && (entry.error ? describeError(entry.error) : t('outbox.notSent'))}
            </span>
            <button type="button" onClick={() => outbox.retry(clientKey)}>
              {t('retry')}
            </button>
            <button type="button" onClick={takeBack}>
              {t('outbox.takeBack')}
            </button>
          </div>
        ) : (
          <span className={classes.note}>{t('outbox.sending')}</span>
        )}
      </article>
    </div>
  );
}
