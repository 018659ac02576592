import { IconAlertTriangle } from '@tabler/icons-react';
import type { Message } from '@tandem/shared/message/schema';
import { useTranslation } from 'react-i18next';
import { describeEnd } from '../../../lib/errors.ts';
import { continueMessage, regenerateMessage } from '../actions.ts';
import { useConversation, useMessages } from '../context.ts';
import { focusComposer } from '../focus.ts';
import { useAction } from '../use-action.ts';
import classes from './MessageEnd.module.css';

/** Why an answer ended badly, and the actions that mend it. */
export function MessageEnd({ message, isLast }: { message: Message; isLast: boolean }) {
  const { t } = useTranslation('chat');
  const { store } = useConversation();
  const running = useMessages((state) => state.runningId !== null);
  const { run, busy, problem } = useAction();
  const { status, error, abilities, id } = message;
  if (status === 'done' || status === 'running') return null;

  const wrote = message.parts.some(
    (part) =>
      part.type === 'dynamic-tool' ||
      part.type === 'file' ||
      (part.type === 'text' && part.text.trim() !== ''),
  );
  // The ability was sent while the answer was last, and is not updated when another message follows.
  const mayContinue = abilities.continue && isLast && wrote;
  const mayRetry = abilities.regenerate && (status === 'failed' || !wrote);
  // The buttons disappear when they succeed.
  const mend = async (action: () => Promise<void>) => {
    if (await run(action)) focusComposer();
  };
  return (
    <div className={classes.end} data-status={status}>
      {status === 'failed' && (
        <IconAlertTriangle className={classes.icon} size={18} stroke={1.75} aria-hidden />
      )}
      <div className={classes.text}>
        <p className={classes.sentence}>
          {status === 'stopped' && t('end.stopped')}
          {status === 'interrupted' && t('end.interrupted')}
          {status === 'failed' && describeEnd(error, t('end.failed'))}
        </p>
        {error?.detail && <p className={classes.detail}>{error.detail}</p>}
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {mayContinue && (
          <button
            type="button"
            disabled={busy || running}
            onClick={() => mend(() => continueMessage(store, id))}
          >
            {t('end.continue')}
          </button>
        )}
        {mayRetry && (
          <button
            type="button"
            disabled={busy || running}
            onClick={() => mend(() => regenerateMessage(store, id))}
          >
            {t('retry')}
          </button>
        )}
      </div>
    </div>
  );
}
