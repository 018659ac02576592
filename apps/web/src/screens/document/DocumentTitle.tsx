import { VisuallyHidden } from '@mantine/core';
import type { Channel } from '@tandem/shared/channel/schema';
import { MAX_NAME } from '@tandem/shared/user/schema';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../entities/message/composer/draft.ts';
import { renameChannel } from '../../entities/workspace/actions.ts';
import classes from './DocumentTitle.module.css';

/** A title is stored this long after its last change, in milliseconds. */
const RENAME_MS = 600;
/** Elements in which people type. */
const WRITING = 'input, textarea, [contenteditable=true]';

/** Makes a field as high as its words. */
function fit(field: HTMLTextAreaElement): void {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}

interface DocumentTitleProps {
  channel: Channel;
  editable: boolean;
  /** Whether the server is reached now. */
  connected: boolean;
  /** Called when the writer continues to the text. */
  onEnter(): void;
}

/** The document's name, as its title. One that is written without a connection is kept until there is one. */
export function DocumentTitle({ channel, editable, connected, onEnter }: DocumentTitleProps) {
  const { t } = useTranslation('document');
  const { id } = channel;
  const field = useRef<HTMLTextAreaElement>(null);
  // The edited name; null while nobody edits it here.
  const [draft, setDraft] = useState<string | null>(null);
  const [unsent, setUnsent] = useDraft(`title:${channel.id}`);
  const value = draft ?? (unsent || channel.name);
  const mayRename = editable && channel.abilities.edit;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (field.current) fit(field.current);
  }, [value, mayRename]);
  // The same words need more lines where a panel takes room.
  useEffect(() => {
    const element = field.current;
    if (!element || !mayRename) return;
    let { clientWidth: width } = element;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [mayRename]);
  // A new document begins with its title, unless something is written already by the time that it may be named.
  useEffect(() => {
    if (channel.name !== '' || !mayRename || matchMedia('(hover: none)').matches) return;
    if (!document.activeElement?.matches(WRITING)) field.current?.focus();
  }, [channel.name, mayRename]);
  const store = async (name: string) => setUnsent(connected && (await renameChannel(id, name)) ? '' : name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written is the occasion, and the way back
  useEffect(() => {
    if (draft === null || draft.trim() === '' || draft.trim() === channel.name) return;
    const timer = setTimeout(() => void store(draft.trim()), RENAME_MS);
    return () => clearTimeout(timer);
  }, [draft, id, channel.name, connected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (connected && mayRename && draft === null && unsent !== '') void store(unsent);
  }, [connected, mayRename, draft, unsent]);

  const finish = () => {
    if (draft !== null && draft.trim() !== '' && draft.trim() !== channel.name) void store(draft.trim());
    setDraft(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { selectionStart, value: text } = event.currentTarget;
    const goesOn = event.key === 'Enter' || (event.key === 'ArrowDown' && selectionStart === text.length);
    if (!goesOn) return;
    event.preventDefault();
    finish();
    onEnter();
  };
  if (!mayRename) return <h1 className={classes.title}>{channel.name || t('untitled')}</h1>;
  return (
    <>
      <VisuallyHidden component="h1">{channel.name || t('untitled')}</VisuallyHidden>
      <textarea
        ref={field}
        rows={1}
        className={classes.title}
        aria-label={t('title')}
        placeholder={t('untitled')}
        maxLength={MAX_NAME}
        value={value}
        onChange={(event) => setDraft(event.currentTarget.value.replaceAll('\n', ' '))}
        onKeyDown={onKeyDown}
        onBlur={finish}
      />
    </>
  );
}
