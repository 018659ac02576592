import { MAX_COMMENT_LENGTH } from '@tandem/shared/discussion/schema';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { GrowingText } from '../../entities/message/composer/GrowingText.tsx';
import { type MentionSource, useMentions } from '../../entities/message/composer/use-mentions.tsx';
import { useAction } from '../../entities/message/use-action.ts';
import { useIsTouch } from '../../ui/page/shell.ts';
import classes from './CommentField.module.css';

interface CommentFieldProps {
  text: string;
  onText(text: string): void;
  label: string;
  send: string;
  mentions: MentionSource;
  autoFocus?: boolean;
  /** Shows its buttons even while it is empty and has no focus. */
  standing?: boolean;
  onCancel?(): void;
  /**
   * Sends the text.
   * @throws an error shown below the field, which keeps the text
   */
  onSend(text: string): Promise<unknown>;
}

/** The comment field: Enter sends, Shift+Enter inserts a line break, Esc leaves. */
export function CommentField({
  text,
  onText,
  label,
  send,
  mentions,
  autoFocus = false,
  standing = false,
  onCancel,
  onSend,
}: CommentFieldProps) {
  const { t } = useTranslation('discussion');
  const field = useRef<HTMLTextAreaElement>(null);
  const onTouch = useIsTouch();
  const naming = useMentions(mentions, field, onText);
  const { run, busy, problem } = useAction();
  const excess = text.length - MAX_COMMENT_LENGTH;
  const sendable = text.trim() !== '' && excess <= 0 && !busy;

  const submit = () => {
    if (!sendable) return;
    naming.close();
    void run(() => onSend(text.trim()));
  };
  return (
    <form
      className={classes.field}
      data-standing={standing || text !== '' || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {naming.list}
      <GrowingText
        ref={field}
        value={text}
        onChange={(next) => {
          onText(next);
          naming.look();
        }}
        onSelect={naming.look}
        onBlur={naming.close}
        onKeyFirst={naming.onKey}
        {...naming.field}
        {...(!onTouch && { onEnter: submit })}
        {...(onCancel && { onEscape: onCancel })}
        onKey={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          submit();
        }}
        autoFocus={autoFocus}
        readOnly={busy}
        placeholder={label}
        aria-label={label}
        aria-invalid={excess > 0 || undefined}
        className={classes.text}
      />
      <div className={classes.foot}>
        {excess > 0 && (
          <span className={classes.problem} role="status">
            {t('tooLong', { count: excess })}
          </span>
        )}
        {problem && (
          <span className={classes.problem} role="alert">
            {problem}
          </span>
        )}
        {onCancel && (
          <button type="button" className={classes.cancel} onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
        <button type="submit" className={classes.send} disabled={!sendable}>
          {send}
        </button>
      </div>
    </form>
  );
}
