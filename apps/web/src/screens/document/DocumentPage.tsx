import type { Channel } from '@tandem/shared/channel/schema';
import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mayComment } from '../../entities/discussion/context.ts';
import { useAppearance } from './appearance.ts';
import type { Collab } from './collab/collab.ts';
import { useCollabState } from './collab/use-collab.ts';
import { DocumentNotice, ReadOnlyNote } from './DocumentNotice.tsx';
import classes from './DocumentPage.module.css';
import { EmptyStart } from './EmptyStart.tsx';
import type { DocumentEditor } from './editor/schema.ts';
import { DocumentFind } from './find/DocumentFind.tsx';
import { Cover } from './head/Cover.tsx';
import { DocumentHead } from './head/DocumentHead.tsx';
import { editorPart } from './parts.ts';

interface DocumentPageProps {
  collab: Collab;
  channel: Channel | undefined;
  editable: boolean;
  editor: DocumentEditor | null;
  finding: boolean;
  onEditor(editor: DocumentEditor | null): void;
  onFind(finding: boolean): void;
  onReopen(): void;
}

/** The sheet: title and blocks. */
export function DocumentPage(props: DocumentPageProps) {
  const { collab, channel, editable, editor, finding, onEditor, onFind, onReopen } = props;
  const { t } = useTranslation('document');
  const phase = useCollabState(collab, (state) => state.phase);
  const connected = useCollabState(collab, (state) => state.connected);
  const scroll = useRef<HTMLDivElement>(null);
  const appearance = useAppearance(collab.documentId);
  const label = channel?.name || t('untitled');

  useEffect(() => {
    const find = (event: globalThis.KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'f' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      onFind(true);
    };
    window.addEventListener('keydown', find);
    return () => window.removeEventListener('keydown', find);
  }, [onFind]);

  // If the writer leaves the title before the editor is ready, the focus moves there as soon as it is.
  const isWaiting = useRef(false);
  const enter = () => {
    isWaiting.current = editor === null;
    if (editor) enterInto(editor);
  };
  useEffect(() => {
    if (!editor || !isWaiting.current) return;
    isWaiting.current = false;
    enterInto(editor);
  }, [editor]);
  /** A press below the last line writes there. */
  const writeBelow = (event: { target: EventTarget; currentTarget: EventTarget }) => {
    if (event.target !== event.currentTarget || !editable || !editor) return;
    editor.setTextCursorPosition(lastLine(editor), 'end');
    editor.focus();
  };
  const upToTitle = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' || event.shiftKey || !editor) return;
    const { block, prevBlock } = editor.getTextCursorPosition();
    const at = getSelection();
    if (prevBlock || block !== editor.document[0] || !at?.isCollapsed || at.anchorOffset > 0) return;
    event.preventDefault();
    scroll.current?.querySelector('textarea')?.focus();
  };

  return (
    <div className={classes.body}>
      <DocumentNotice
        collab={collab}
        editor={editor}
        canRestore={channel?.abilities.edit === true && channel.archivedAt === null}
        onReopen={onReopen}
      />
      {finding && editor && <DocumentFind editor={editor} place={scroll} onClose={() => onFind(false)} />}
      <div ref={scroll} className={classes.scroll} data-document-scroll>
        {appearance && (
          <Cover
            documentId={collab.documentId}
            appearance={appearance}
            canChange={editable && channel?.abilities.edit === true}
          />
        )}
        <article className={classes.page} data-document-page data-wide={appearance?.isWide || undefined}>
          <header className={classes.head}>
            {channel && (
              <DocumentHead
                channel={channel}
                appearance={appearance}
                editable={editable}
                connected={connected}
                onEnter={enter}
              />
            )}
            <ReadOnlyNote collab={collab} canComment={mayComment(channel)} />
          </header>
          {phase === 'open' ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: the editor inside takes the keys itself
            <div className={classes.blocks} onKeyDown={upToTitle}>
              <editorPart.Part collab={collab} editable={editable} label={label} onEditor={onEditor} />
            </div>
          ) : (
            <LoadingLines />
          )}
          {editor && editable && (
            // Its words come late; waiting for them must not hide the page.
            <Suspense fallback={null}>
              <EmptyStart documentId={collab.documentId} editor={editor} />
            </Suspense>
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for what keys reach as well */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
          <div className={classes.below} onClick={writeBelow} />
        </article>
      </div>
    </div>
  );
}

/** Puts the cursor before the first words. */
function enterInto(editor: DocumentEditor): void {
  const [first] = editor.document;
  if (!first) return;
  editor.setTextCursorPosition(first, 'start');
  editor.focus();
}

/** The line that words below everything go into: the last one, or another below what holds none or is no text. */
function lastLine(editor: DocumentEditor) {
  const last = editor.document.at(-1);
  if (last && Array.isArray(last.content) && last.type !== 'codeBlock') return last;
  const [made] = last ? editor.insertBlocks([{ type: 'paragraph' }], last, 'after') : [];
  return made ?? last ?? '';
}

const widths = [62, 94, 88, 97, 40, 91, 76];

function LoadingLines() {
  const { t } = useTranslation('document');
  return (
    <div className={classes.loading} role="status" aria-label={t('loading')}>
      {widths.map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
