import { Drawer, Portal } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { quoteOf } from '@tandem/shared/discussion/schema';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type AnyEditor, type DraftAt, selectedWords } from '../../entities/discussion/draft.ts';
import { discussionPort } from '../../entities/discussion/port.ts';
import { type DiscussionStore, discussionsOf, useDiscussions } from '../../entities/discussion/store.ts';
import { newId } from '../../lib/ids.ts';
import { useSession } from '../../lib/session/session.ts';
import { useIsPhone } from '../../ui/page/shell.ts';
import { CommentField } from './CommentField.tsx';
import classes from './DiscussionLayer.module.css';
import { MarkStyles } from './MarkStyles.tsx';
import { peopleIn, usePeople } from './use-people.ts';

/** Name of the highlight for the words being commented on. */
const HIGHLIGHT = 'discussion-draft';
const EDITOR = '.bn-editor';
const MARK = '[data-bn-thread-id]';

interface DiscussionLayerProps {
  documentId: string;
  editor: AnyEditor;
  canComment: boolean;
  /** Opens the panel. */
  onOpen(): void;
}

/** Connects discussions with the words on the page: marks that lead to them, and a button that starts one. */
export function DiscussionLayer({ documentId, editor, canComment, onOpen }: DiscussionLayerProps) {
  const store = discussionsOf(documentId);
  const { discussions, focused, draft, phase } = useDiscussions(store, (state) => state);
  useAsked(store, phase === 'ready', onOpen);

  // A press on marked words opens the innermost discussion about them.
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || !target.closest(EDITOR)) return;
      const held = store.state.getState().discussions;
      let mark = target.closest(MARK);
      while (mark && held.get(mark.getAttribute('data-bn-thread-id') ?? '')?.resolvedAt !== null)
        mark = mark.parentElement?.closest(MARK) ?? null;
      const id = mark?.getAttribute('data-bn-thread-id');
      // A press that ends a selection is meant for the selection.
      if (!id || getSelection()?.isCollapsed === false) return;
      // A person typing there keeps the keyboard.
      store.focus(id, editor.isEditable ? 'writing' : 'text');
      onOpen();
    };
    document.addEventListener('click', press);
    return () => document.removeEventListener('click', press);
  }, [store, editor, onOpen]);

  useEffect(() => {
    if (focused?.from !== 'panel') return;
    const mark = editor.prosemirrorView?.dom.querySelector(`[data-bn-thread-id="${CSS.escape(focused.id)}"]`);
    mark?.scrollIntoView({ block: 'nearest' });
  }, [focused, editor]);

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.code !== 'KeyM' || !event.altKey || !(event.metaKey || event.ctrlKey) || event.shiftKey)
        return;
      if (!canComment) return;
      const words = selectedWords(editor);
      if (!words) return;
      event.preventDefault();
      store.setDraft(words);
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [editor, store, canComment]);

  // The words stay marked while the keyboard is elsewhere.
  useEffect(() => {
    if (!draft || !('highlights' in CSS)) return;
    CSS.highlights.set(HIGHLIGHT, new Highlight(draft.range));
    return () => void CSS.highlights.delete(HIGHLIGHT);
  }, [draft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft belongs to this editor
  useEffect(() => () => store.setDraft(null), [store, editor]);

  return (
    <>
      <MarkStyles discussions={discussions} focused={focused?.id ?? null} />
      {canComment && !draft && <SelectionButton editor={editor} onPress={(words) => store.setDraft(words)} />}
      {draft && (
        <DraftComposer
          store={store}
          draft={draft}
          onLeft={() => editor.isEditable && editor.focus()}
          onSent={() => {
            // The selection is finished, and the toolbar over it closes.
            editor._tiptapEditor.commands.setTextSelection(editor.prosemirrorState.selection.to);
            onOpen();
          }}
        />
      )}
    </>
  );
}

/** An address may name a discussion: it is shown once, and the address is as before. */
function useAsked(store: DiscussionStore, isReady: boolean, onOpen: () => void): void {
  const [params, setParams] = useSearchParams();
  const asked = params.get('discussion');
  useEffect(() => {
    if (!asked || !isReady) return;
    setParams(
      (held) => {
        held.delete('discussion');
        return held;
      },
      { replace: true },
    );
    onOpen();
    store.focus(asked, 'text');
  }, [asked, isReady, store, onOpen, setParams]);
}

/** For people who may comment but not edit: the editor shows no toolbar at a selection then. */
function SelectionButton({ editor, onPress }: { editor: AnyEditor; onPress(words: DraftAt): void }) {
  const { t } = useTranslation('discussion');
  const [words, setWords] = useState<DraftAt | null>(null);
  useEffect(() => {
    const look = () => setWords(editor.isEditable ? null : selectedWords(editor));
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [editor]);
  const place = usePlace(words?.range ?? null);
  if (!words || !place) return null;
  return (
    <Portal>
      <button
        type="button"
        className={classes.button}
        style={{ left: place.left, top: Math.max(8, place.top - 40) }}
        // The words must stay selected.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onPress(words)}
      >
        <IconMessagePlus size={16} stroke={1.75} aria-hidden />
        {t('add')}
      </button>
    </Portal>
  );
}

interface DraftComposerProps {
  store: DiscussionStore;
  draft: DraftAt;
  /** Called when the draft was abandoned. */
  onLeft(): void;
  onSent(): void;
}

/** Writes the first comment beside its words; on a phone in a sheet. */
function DraftComposer({ store, draft, onLeft, onSent }: DraftComposerProps) {
  const { t } = useTranslation('discussion');
  const isPhone = useIsPhone();
  const userId = useSession((state) => state.user.id);
  const { documentId } = store;
  const { mentions, candidates } = usePeople(documentId, userId);
  const [text, setText] = useState('');
  const key = useRef(newId());
  const place = usePlace(draft.range);
  const close = () => store.setDraft(null);
  const leave = () => {
    close();
    onLeft();
  };

  const field = (
    <CommentField
      text={text}
      onText={setText}
      label={t('draft')}
      send={t('add')}
      mentions={mentions}
      autoFocus
      standing
      onCancel={leave}
      onSend={async (words) => {
        const people = peopleIn(words, candidates());
        const change = await discussionPort.begin({
          documentId,
          text: words,
          anchor: draft.anchor,
          mentions: people,
          clientKey: key.current,
        });
        store.apply(change);
        close();
        onSent();
        store.focus(change.discussionId, 'text');
      }}
    />
  );
  if (isPhone)
    return (
      <Drawer
        opened
        onClose={leave}
        position="bottom"
        size="auto"
        title={t('draftLabel')}
        closeButtonProps={{ 'aria-label': t('cancel') }}
      >
        <p className={classes.quote}>
          <q>{quoteOf(draft.anchor)}</q>
        </p>
        {field}
      </Drawer>
    );
  if (!place) return null;
  return (
    <Portal>
      <section
        className={classes.composer}
        aria-label={t('draftLabel')}
        style={{ left: place.left, ...beside(place) }}
      >
        {field}
      </section>
    </Portal>
  );
}

/** Room that the composer takes, with a margin, in pixels. */
const WIDTH = 336;
const HEIGHT = 130;

interface Place {
  left: number;
  top: number;
  bottom: number;
}

/** Below the words, or above them where there is no room below; at the edge of the window when neither fits. */
function beside({ top, bottom }: Place): CSSProperties {
  if (bottom + HEIGHT <= innerHeight) return { top: Math.max(8, bottom + 8) };
  if (top >= HEIGHT) return { bottom: Math.max(8, innerHeight - top + 8) };
  return { bottom: 8 };
}

/** The position of words on the screen as the page moves; the last one if they are gone. */
function usePlace(range: Range | null): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    if (!range) return setPlace(null);
    const look = () => {
      const { left, top, bottom, width, height } = range.getBoundingClientRect();
      if (width === 0 && height === 0) return;
      setPlace({ left: Math.max(8, Math.min(left, innerWidth - WIDTH)), top, bottom });
    };
    look();
    window.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [range]);
  return place;
}
