import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import { MAX_MESSAGE_LENGTH } from '@tandem/shared/message/schema';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsTouch } from '../../ui/shell.ts';
import classes from './Composer.module.css';
import { useDraft } from './draft.ts';
import { GrowingText } from './GrowingText.tsx';

export interface ComposerProps {
  /** Names the draft; each composer has its own. */
  draftKey: string;
  placeholder: string;
  autoFocus?: boolean;
  /** Takes the words. The field is emptied unless it answers false. */
  onSend(text: string, options: { steer: boolean }): boolean | undefined | Promise<boolean>;
  /** An answer is being written: sending queues, and it can be stopped. */
  running?: boolean;
  stopping?: boolean;
  onStop?(): void;
  /** Up in an empty field. */
  onEditLast?(): void;
  /** Sending is on its way and the words stay until it is known. */
  busy?: boolean;
  /** Left below the text: what the answer is written with. */
  tools?: ReactNode;
  /** Joined to the field's upper edge. */
  above?: ReactNode;
  /** A failure, shown below the field. */
  problem?: string | null;
}

/**
 * Where people write. Enter sends and Shift+Enter begins a new line; the keyboard of a touch screen has no such
 * pair, so there Enter begins a line and the button sends. Esc stops what is being written.
 */
export function Composer({
  draftKey,
  placeholder,
  autoFocus = false,
  onSend,
  running = false,
  stopping = false,
  onStop,
  onEditLast,
  busy = false,
  tools,
  above,
  problem,
}: ComposerProps) {
  const { t } = useTranslation('chat');
  const [text, setText] = useDraft(draftKey);
  const field = useRef<HTMLTextAreaElement>(null);
  const excess = text.length - MAX_MESSAGE_LENGTH;
  const onTouch = useIsTouch();
  const sendable = text.trim() !== '' && excess <= 0 && !busy;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft is another composer
  useEffect(() => {
    if (autoFocus && !onTouch) field.current?.focus({ preventScroll: true });
  }, [autoFocus, draftKey, onTouch]);

  const send = async (steer: boolean) => {
    if (!sendable) return;
    const taken = onSend(text.trim(), { steer });
    // Emptied at once where the words are safe elsewhere, so that typing can go on.
    if (typeof taken !== 'object') {
      if (taken !== false) setText('');
    } else if (await taken) setText('');
  };

  const sendLabel = running ? t('composer.queue') : t('composer.send');
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      {above}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the text means the text */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field itself is reached by keyboard */}
      <div
        className={classes.box}
        onClick={(event) => {
          if (event.target === event.currentTarget) field.current?.focus();
        }}
      >
        <GrowingText
          ref={field}
          data-composer
          value={text}
          onChange={setText}
          placeholder={placeholder}
          aria-label={placeholder}
          aria-invalid={excess > 0 || undefined}
          enterKeyHint={onTouch ? 'enter' : 'send'}
          readOnly={busy}
          className={classes.text}
          {...(!onTouch && { onEnter: (event) => void send(running && (event.metaKey || event.ctrlKey)) })}
          onEscape={() => running && onStop?.()}
          onKey={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
              event.preventDefault();
              return void send(running);
            }
            if (event.key !== 'ArrowUp' || text !== '' || !onEditLast) return;
            event.preventDefault();
            onEditLast();
          }}
        />
        <div className={classes.foot}>
          <div className={classes.tools}>{tools}</div>
          {excess > -5_000 && (
            <span className={classes.count} data-over={excess > 0 || undefined} role="status">
              {excess > 0 ? t('composer.tooLong', { count: excess }) : t('composer.left', { count: -excess })}
            </span>
          )}
          {running && onStop && (
            <button
              type="button"
              className={classes.stop}
              disabled={stopping}
              onClick={() => {
                onStop();
                // The button goes away with what it stops.
                if (!onTouch) field.current?.focus({ preventScroll: true });
              }}
              aria-label={t('composer.stop')}
              title={t('composer.stopHint')}
            >
              <IconPlayerStopFilled size={14} aria-hidden />
            </button>
          )}
          {(!running || text.trim() !== '') && (
            <button
              type="submit"
              className={classes.send}
              disabled={!sendable}
              aria-label={sendLabel}
              title={running ? t('composer.queueHint') : sendLabel}
            >
              <IconArrowUp size={18} stroke={2} aria-hidden />
            </button>
          )}
        </div>
      </div>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
