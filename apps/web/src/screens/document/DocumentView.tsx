import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mayComment } from '../../entities/discussion/context.ts';
import type { OpenChannel } from '../../entities/message/open.ts';
import { useReadIn } from '../../entities/notice/use-read-in.ts';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { GoneChannel } from '../../features/channel/GoneChannel.tsx';
import { useKnownName } from '../../features/channel/use-known-name.ts';
import { useReturn } from '../../features/channel/use-return.ts';
import { DiscussionLayer } from '../../features/discussion/DiscussionLayer.tsx';
import { useSession } from '../../lib/session/session.ts';
import { RightPanel } from '../../ui/page/RightPanel.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { useIsPhone } from '../../ui/page/shell.ts';
import type { Collab } from './collab/collab.ts';
import { useCollab, useCollabState } from './collab/use-collab.ts';
import { DocumentHeader } from './DocumentHeader.tsx';
import { DocumentPage } from './DocumentPage.tsx';
import type { DocumentEditor } from './editor/schema.ts';
import { type CursorPlace, placeOf, returnTo } from './editor/typing/cursor-place.ts';
import { type PanelName, panels } from './panels.ts';
import { AskedBlock } from './quote/AskedBlock.tsx';
import { useAskedQuote } from './quote/asked-quote.ts';
import { watchMentions } from './seen-mentions.ts';
import './print.css';

interface DocumentViewProps extends OpenChannel {
  appId: string;
  userId: number;
}

/** An open document, once it is known to exist. */
export function DocumentView({ appId, userId, store, outbox }: DocumentViewProps) {
  const channel = useWorkspace((state) => state.tree.channels.get(store.channelId));
  const known = useKnownName(channel);
  const chatPhase = useStore(store.state, (state) => state.phase);
  // Another number reopens the document.
  const [round, setRound] = useState(0);
  const [place, setPlace] = useState<CursorPlace | null>(null);
  const collab = useCollab(store.channelId, userId, round);
  const reopen = useCallback((cursor: CursorPlace | null = null) => {
    setPlace(cursor);
    setRound((each) => each + 1);
  }, []);
  useEffect(() => store.open(), [store]);
  useReturn(
    {
      reload() {
        store.reload();
        reopen();
      },
    },
    chatPhase === 'gone',
    channel !== undefined,
  );
  if (chatPhase === 'gone') return <GoneChannel appId={appId} name={known} />;
  if (!collab) return null;
  return (
    <OpenDocument
      key={round}
      collab={collab}
      appId={appId}
      store={store}
      outbox={outbox}
      place={place}
      onReopen={reopen}
    />
  );
}

interface OpenDocumentProps extends OpenChannel {
  collab: Collab;
  appId: string;
  /** The cursor before the document was reopened. */
  place: CursorPlace | null;
  onReopen(place?: CursorPlace | null): void;
}

function OpenDocument({ collab, appId, store, outbox, place, onReopen }: OpenDocumentProps) {
  const { t } = useTranslation('document');
  const channel = useWorkspace((state) => state.tree.channels.get(store.channelId));
  const known = useKnownName(channel);
  const phase = useCollabState(collab, (state) => state.phase);
  const canEdit = useCollabState(collab, (state) => state.canEdit);
  const again = useCollabState(collab, (state) => state.again);
  const [reading, setReading] = useState(false);
  const [finding, setFinding] = useState(false);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const [editor, setEditor] = useState<DocumentEditor | null>(null);
  useReadIn(store.channelId, panel === 'discussion', useSeenMentions(editor));
  const closePanel = useCallback(() => setPanel(null), []);
  const discuss = useCallback(() => setPanel('discussion'), []);
  const quote = useAskedQuote(store.channelId);
  const isPhone = useIsPhone();
  // On a phone the panel covers the text.
  const uncover = useCallback(() => isPhone && setPanel(null), [isPhone]);
  useEffect(() => {
    if (quote) setPanel('chat');
  }, [quote]);

  useEffect(() => {
    if (again) onReopen(editor && placeOf(editor));
  }, [again, editor, onReopen]);
  const hasReturned = useRef(false);
  useEffect(() => {
    if (!editor || !canEdit || !place || hasReturned.current) return;
    hasReturned.current = true;
    returnTo(editor, place);
  }, [editor, canEdit, place]);

  if (phase === 'gone') return <GoneChannel appId={appId} name={known} />;
  const editable = canEdit && !reading;
  const Panel = panel && panels[panel].Part;
  return (
    <>
      {channel && <ScreenTitle title={channel.name || t('untitled')} />}
      <DocumentHeader
        collab={collab}
        appId={appId}
        channel={channel}
        store={store}
        editor={editor}
        reading={reading}
        panel={panel}
        onPanel={(next) => setPanel(next === panel ? null : next)}
        onReading={setReading}
        onFind={() => setFinding(true)}
      />
      <DocumentPage
        collab={collab}
        channel={channel}
        editable={editable}
        editor={editor}
        finding={finding}
        onEditor={setEditor}
        onFind={setFinding}
        onReopen={() => onReopen()}
      />
      {editor && <AskedBlock editor={editor} onShown={uncover} />}
      {editor && (
        // Its words come late; waiting for them must not hide the page and take the focus from it.
        <Suspense fallback={null}>
          <DiscussionLayer
            documentId={store.channelId}
            editor={editor}
            canComment={mayComment(channel)}
            onOpen={discuss}
          />
        </Suspense>
      )}
      {panel && Panel && (
        <RightPanel key={panel} title={t(`panel.${panel}`)} onClose={closePanel}>
          <Panel
            documentId={store.channelId}
            channel={channel}
            editor={editor}
            store={store}
            outbox={outbox}
            onClose={closePanel}
          />
        </RightPanel>
      )}
    </>
  );
}

/** The blocks in which mentions of the reader were on the screen. */
function useSeenMentions(editor: DocumentEditor | null): readonly string[] {
  const userId = useSession((state) => state.user.id);
  const [blocks, setBlocks] = useState<readonly string[]>([]);
  useEffect(() => {
    const root = editor?.domElement;
    if (!root) return;
    return watchMentions(root, userId, (id) =>
      setBlocks((known) => (known.includes(id) ? known : [...known, id])),
    );
  }, [editor, userId]);
  return blocks;
}
