import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react';
import type { FilePart } from '@tandem/shared/message/parts';
import { MAX_MESSAGE_LENGTH } from '@tandem/shared/message/schema';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { streamingText } from '../../../ui/markdown/streaming-text.ts';
import { lazyPart, usePreloadWhenIdle } from '../../../ui/page/lazy-part.tsx';
import { useIsTouch } from '../../../ui/page/shell.ts';
import { AttachButton } from './AttachButton.tsx';
import { useAttachments } from './attachments.ts';
import classes from './Composer.module.css';
import { useDraft } from './draft.ts';
import { GrowingText } from './GrowingText.tsx';
import { type MentionSource, useMentions } from './use-mentions.tsx';

const attachmentList = lazyPart('attachment-list', () => import('./AttachmentList.tsx'), [], null);

export interface ComposerProps {
  /** Names the draft; each composer has its own. */
  draftKey: string;
  placeholder: string;
  autoFocus?: boolean;
  /** Sends the text. The field is cleared unless it returns false. */
  onSend(
    text: string,
    options: { steer: boolean; files: readonly FilePart[] },
  ): boolean | undefined | Promise<boolean>;
  /** An answer is being written: sending queues, and it can be stopped. */
  running?: boolean;
  stopping?: boolean;
  onStop?(): void;
  /** Up in an empty field. */
  onEditLast?(): void;
  /** Sending is on its way and the words stay until it is known. */
  busy?: boolean;
  /** The target is still loading: sent messages wait until it is ready. */
  loading?: boolean;
  /** Left below the text: what the answer is written with. */
  tools?: ReactNode;
  /** The source of names after an `@`; absent: mentions are off. */
  mentions?: MentionSource;
  /** Called repeatedly while the person types. */
  onTyping?(typing: boolean): void;
  /** Whether words that are sent now wait for the answer being written; absent: all do. */
  waits?(text: string): boolean;
  /** Said quietly below the field. */
  note?: ReactNode;
  /** Joined to the field's upper edge. */
  above?: ReactNode;
  /** A failure, shown below the field. */
  problem?: string | null;
}

/**
 * The message field. Enter sends and Shift+Enter inserts a line break; a touch keyboard has no such pair, so
 * there Enter inserts a line break and the button sends. Esc stops the running answer.
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
  loading = false,
  tools,
  mentions,
  onTyping,
  waits = () => true,
  note,
  above,
  problem,
}: ComposerProps) {
  const { t } = useTranslation('chat');
  const { t: tFile } = useTranslation('file');
  const [text, setText] = useDraft(draftKey);
  const field = useRef<HTMLTextAreaElement>(null);
  const excess = text.length - MAX_MESSAGE_LENGTH;
  const onTouch = useIsTouch();
  const naming = useMentions(mentions, field, setText);
  const { attachments, items, tooMany, isUploading, hasFailed, parts } = useAttachments(draftKey);
  usePreloadWhenIdle(attachmentList, streamingText);
  const isEmpty = text.trim() === '' && items.length === 0;
  const sendable = !isEmpty && !hasFailed && excess <= 0 && !busy;
  /** It was sent before its files or its target were ready, and goes out when they are. */
  const [held, setHeld] = useState<{ steer: boolean; draftKey: string } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft is another composer
  useEffect(() => {
    if (autoFocus && !onTouch) field.current?.focus({ preventScroll: true });
  }, [autoFocus, draftKey, onTouch]);

  const send = async (steer: boolean) => {
    if (!sendable) return;
    naming.close();
    if (isUploading || loading) return setHeld({ steer, draftKey });
    setHeld(null);
    onTyping?.(false);
    const empty = () => {
      setText('');
      attachments.clear();
    };
    const taken = onSend(text.trim(), { steer, files: parts });
    // Emptied at once where the words are safe elsewhere, so that typing can go on.
    if (typeof taken !== 'object') {
      if (taken !== false) empty();
    } else if (await taken) empty();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what becomes of what it waits for decides
  useEffect(() => {
    if (!held || isUploading || loading) return;
    if (sendable && held.draftKey === draftKey) void send(held.steer);
    else setHeld(null);
  }, [held, isUploading, loading]);

  const queues = running && waits(text);
  const sendLabel = queues ? t('composer.queue') : t('composer.send');
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
      onPaste={(event) => {
        const { files, types } = event.clipboardData;
        // Some programs add a picture of the copied text: paste the text only.
        if (files.length === 0 || types.includes('text/plain')) return;
        event.preventDefault();
        attachments.add([...files]);
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
        {naming.list}
        {(items.length > 0 || tooMany) && (
          <attachmentList.Part attachments={attachments} items={items} tooMany={tooMany} />
        )}
        <GrowingText
          ref={field}
          data-composer
          value={text}
          onChange={(next) => {
            setText(next);
            naming.look();
            onTyping?.(next.trim() !== '');
          }}
          onSelect={naming.look}
          onBlur={naming.close}
          onKeyFirst={naming.onKey}
          {...naming.field}
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
            if (event.key !== 'ArrowUp' || text !== '' || items.length > 0 || !onEditLast) return;
            event.preventDefault();
            onEditLast();
          }}
        />
        <div className={classes.foot}>
          <div className={classes.tools}>
            <AttachButton disabled={busy} onFiles={attachments.add} />
            {tools}
          </div>
          {held && isUploading && (
            <span className={classes.count} role="status">
              {tFile('waiting')}
            </span>
          )}
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
                // The button disappears when the answer stops.
                if (!onTouch) field.current?.focus({ preventScroll: true });
              }}
              aria-label={t('composer.stop')}
              title={t('composer.stopHint')}
            >
              <IconPlayerStopFilled size={14} aria-hidden />
            </button>
          )}
          {(!running || !isEmpty) && (
            <button
              type="submit"
              className={classes.send}
              disabled={!sendable || held !== null}
              aria-label={sendLabel}
              title={queues ? t('composer.queueHint') : sendLabel}
            >
              <IconArrowUp size={18} stroke={2} aria-hidden />
            </button>
          )}
        </div>
      </div>
      {note && <p className={classes.note}>{note}</p>}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
