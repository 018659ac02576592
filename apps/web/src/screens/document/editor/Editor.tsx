import '@blocknote/mantine/blocknoteStyles.css';
import '@mantine/core/styles/Badge.layer.css';
import '@mantine/core/styles/Card.layer.css';
import '@mantine/core/styles/Divider.layer.css';
import '@mantine/core/styles/LoadingOverlay.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import './editor.css';
import './blocks/blocks.css';
import { BlockNoteEditor, createExtension, isTouchDevice } from '@blocknote/core';
import { CommentMark } from '@blocknote/core/comments';
import { withCollaboration } from '@blocknote/core/yjs';
import { BlockNoteView } from '@blocknote/mantine';
import {
  DesktopFormattingToolbarController,
  FormattingToolbar,
  FormattingToolbarController,
  getFormattingToolbarItems,
  LinkToolbarController,
  SideMenuController,
} from '@blocknote/react';
import { useComputedColorScheme } from '@mantine/core';
import { type MouseEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { pathOf } from '../../../entities/workspace/path.ts';
import { useWorkspace } from '../../../entities/workspace/store.ts';
import { CommentButton } from '../../../features/discussion/CommentButton.tsx';
import { AskButton } from '../../../features/suggestion/AskButton.tsx';
import { SuggestionLayer } from '../../../features/suggestion/SuggestionLayer.tsx';
import { useAsking } from '../../../features/suggestion/use-asking.ts';
import { useLeaving } from '../../../ui/address/use-leaving.tsx';
import type { Collab } from '../collab/collab.ts';
import { AskAboutButton } from '../quote/AskAboutButton.tsx';
import { OutsideText } from './media/OutsideText.tsx';
import { ASKED, type AskedMedia, addressOf } from './media/outside-media.ts';
import { uploadInto } from './media/upload.ts';
import { scrollWideTables } from './media/wide-tables.ts';
import { BlockSideMenu } from './menus/BlockMenu.tsx';
import { dictionaryOf } from './menus/dictionary.ts';
import {
  AsksToLeave,
  followLink,
  GuardedLinkToolbar,
  hidesAddress,
  linkAt,
  mayLink,
} from './menus/links.tsx';
import { mentionItems } from './menus/mention-items.tsx';
import { nameMenus } from './menus/menu-names.ts';
import { SuggestionMenus } from './menus/SuggestionMenus.tsx';
import { slashItems } from './menus/slash-items.tsx';
import { TableMenus } from './menus/TableMenus.tsx';
import { type DocumentEditor, editorSchema } from './schema.ts';
import { afterComposing } from './typing/after-composing.ts';
import { cursorOf } from './typing/cursor.ts';
import { holdEnter } from './typing/hold-enter.ts';
import { keys } from './typing/keys.ts';
import { leave } from './typing/leave.ts';
import { pasteInto } from './typing/pasted.ts';
import { settleCursor, settledKeys } from './typing/settle-cursor.ts';
import { atHand } from './typing/visited-blocks.ts';
import { writeBelow } from './typing/write-below.ts';

/** Without the mark that anchors discussions, the editor would take anchored words for foreign and delete them. */
const anchors = createExtension(() => ({ key: 'anchors', tiptapExtensions: [CommentMark] }) as const);

// Without an on-screen keyboard, watching for one would only lay out the whole document again.
const ToolbarController = isTouchDevice() ? FormattingToolbarController : DesktopFormattingToolbarController;

interface EditorProps {
  collab: Collab;
  editable: boolean;
  label: string;
  /** Called with the editor when it is ready, and with null when it goes. */
  onEditor(editor: DocumentEditor | null): void;
}

/** The blocks of a document, written together. */
export default function Editor({ collab, editable, label, onEditor }: EditorProps) {
  const { t, i18n } = useTranslation('document');
  const navigate = useNavigate();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const frame = useRef<HTMLDivElement>(null);
  const outside = useRef<() => void>(null);
  const { ask: askToLeave, dialog: leaving } = useLeaving();
  // The editor keeps what it is given.
  const asking = useRef(askToLeave);
  asking.current = askToLeave;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another editor forgets what can be undone, and neither its name nor words that came late for something else are worth that
  const editor = useMemo(() => {
    const options = withCollaboration({
      schema: editorSchema,
      dictionary: dictionaryOf(i18n.language, t),
      domAttributes: { editor: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox' } },
      extensions: [
        anchors(),
        settledKeys(),
        keys(),
        leave(() => outside.current?.()),
        writeBelow(),
        atHand(),
      ],
      animations: false,
      uploadFile: uploadInto(collab.documentId, t),
      pasteHandler: pasteInto(t),
      // Otherwise Tab would move from the text to the toolbar over the selection.
      tabBehavior: 'prefer-indent',
      resolveFileUrl: addressOf,
      links: {
        isValidLink: mayLink,
        onClick: (event: globalThis.MouseEvent) => followLink(event, (leave) => asking.current(leave)),
        HTMLAttributes: { rel: 'noopener noreferrer' },
      },
      tables: { splitCells: true, cellBackgroundColor: true, cellTextColor: true, headers: true },
      collaboration: {
        fragment: collab.fragment,
        // The server sets the name of the signed-in person.
        user: { name: '', color: 'transparent' },
        provider: { awareness: collab.provider.awareness ?? undefined },
        renderCursor: cursorOf,
      },
    } as const);
    return BlockNoteEditor.create(options as never) as unknown as DocumentEditor;
  }, [collab, i18n.language]);

  useEffect(() => {
    onEditor(editor);
    return () => onEditor(null);
  }, [editor, onEditor]);

  useEffect(() => {
    collab.beforeOthers = () => settleCursor(editor);
    return () => {
      collab.beforeOthers = () => {};
    };
  }, [collab, editor]);

  // Parts rendered once must follow changes of the right to edit.
  useEffect(() => {
    const fields = frame.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      '[data-content-type=checkListItem] input, .code-head select',
    );
    for (const field of fields ?? []) field.disabled = !editable;
    const box = frame.current?.querySelector('.bn-editor');
    box?.setAttribute('aria-readonly', String(!editable));
  }, [editable]);
  useEffect(() => {
    frame.current?.querySelector('.bn-editor')?.setAttribute('aria-label', label);
  }, [label]);

  useEffect(() => {
    const box = frame.current?.querySelector('.bn-editor');
    return box && !editable ? scrollWideTables(box, t('table.wide')) : undefined;
  }, [editable, t]);

  useEffect(() => {
    const box = frame.current?.querySelector('.bn-editor');
    return box ? nameMenus(box, t('editor.menu')) : undefined;
  }, [t]);

  useEffect(() => {
    const box = frame.current;
    const onAsked = (event: Event) => void asking.current((event as AskedMedia).detail);
    box?.addEventListener(ASKED, onAsked);
    return () => box?.removeEventListener(ASKED, onAsked);
  }, []);

  const { place, ask, close } = useAsking(editor);
  const enter = useMemo(() => holdEnter(editor), [editor]);
  const getSlash = useMemo(
    () => enter.watching(afterComposing(collab, slashItems(editor, t, ask))),
    [editor, collab, t, ask, enter],
  );
  const getMentions = useMemo(
    () => enter.watching(afterComposing(collab, mentionItems(editor, collab.documentId, t))),
    [editor, collab, t, enter],
  );

  const Toolbar = useCallback(
    () =>
      editor.isEditable && (
        <FormattingToolbar>
          <AskButton onAsk={ask} />
          {getFormattingToolbarItems()}
          <CommentButton documentId={collab.documentId} editor={editor} />
          <AskAboutButton documentId={collab.documentId} editor={editor} />
        </FormattingToolbar>
      ),
    [collab, editor, ask],
  );

  const follow = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a[href=""]')) event.preventDefault();
    const mention = event.target instanceof Element && event.target.closest('[data-mention=channel]');
    const channel =
      mention && useWorkspace.getState().tree.channels.get(mention.getAttribute('data-id') ?? '');
    if (channel) void navigate(pathOf.channel(channel));
  };

  /** Where the text cannot be changed, the browser follows its links. */
  const leaveBy = (event: MouseEvent) => {
    const link = editable || event.button > 1 ? null : linkAt(event);
    if (link && hidesAddress(link) && askToLeave({ href: link.href })) event.preventDefault();
  };

  const written = (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is clicked are the names of channels inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: they are found by the search as well
    <div
      ref={frame}
      onClick={follow}
      onClickCapture={leaveBy}
      onAuxClickCapture={leaveBy}
      onKeyDownCapture={(event) => enter.onKey(event.nativeEvent)}
      onCompositionStart={() => collab.state.setState({ composing: true })}
      onCompositionEnd={() => collab.state.setState({ composing: false })}
      // The library takes the focus away from the text, and the move could not be undone by keyboard.
      onDragEnd={() => document.activeElement === document.body && editor.focus()}
    >
      <BlockNoteView
        editor={editor}
        editable={editable}
        theme={scheme}
        slashMenu={false}
        formattingToolbar={false}
        linkToolbar={false}
        sideMenu={false}
        comments={false}
        tableHandles={false}
        attributionTooltip={false}
      >
        {/* While the AI prompt is open, a remote change would bring the toolbar back. */}
        {!place && <ToolbarController formattingToolbar={Toolbar} />}
        <AsksToLeave value={askToLeave}>
          <LinkToolbarController linkToolbar={GuardedLinkToolbar} />
        </AsksToLeave>
        <SideMenuController sideMenu={BlockSideMenu} />
        {editable && <TableMenus />}
        <SuggestionMenus getSlash={getSlash} getMentions={getMentions} />
      </BlockNoteView>
      {editable && <OutsideText ref={outside} onReturn={() => editor.focus()} />}
      {place && editable && (
        <SuggestionLayer documentId={collab.documentId} editor={editor} place={place} onClose={close} />
      )}
    </div>
  );
  // Outside of it, so that the editor takes no key of the dialog.
  return (
    <>
      {written}
      {leaving}
    </>
  );
}
