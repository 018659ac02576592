import { withQuote } from '@tandem/shared/document/citation';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { attachmentsOf } from '../../entities/message/composer/attachments.ts';
import { ConversationContext } from '../../entities/message/context.ts';
import { focusComposer } from '../../entities/message/focus.ts';
import { Announcer } from '../../entities/message/list/Announcer.tsx';
import { ChannelBody } from '../../features/channel/ChannelBody.tsx';
import { ChannelComposer } from '../../features/channel/ChannelComposer.tsx';
import { useConversationOf } from '../../features/channel/use-conversation-of.ts';
import { useReading } from '../../features/channel/use-reading.ts';
import { useResume } from '../../features/channel/use-resume.ts';
import { DropArea } from '../../ui/files/DropArea.tsx';
import { CitedPage } from '../../ui/markdown/Citation.tsx';
import classes from './ChatPanel.module.css';
import type { PanelProps } from './panels.ts';
import { askAbout, useAskedQuote } from './quote/asked-quote.ts';
import { QuotePreview } from './quote/QuotePreview.tsx';

/** The conversation about a document, beside it. Its citations lead to the cited words. */
export default function ChatPanel({ documentId, channel, editor, store, outbox }: PanelProps) {
  const { t } = useTranslation('file');
  const { t: tDocument } = useTranslation('document');
  const { conversation, mentions } = useConversationOf({ store, outbox });
  const phase = useStore(store.state, (state) => state.phase);
  const [atEnd, setAtEnd] = useState(true);
  const { pathname } = useLocation();
  const quote = useAskedQuote(documentId);
  // A selection is asked about in the composer.
  useEffect(() => {
    if (quote) focusComposer();
  }, [quote]);
  useReading(store, phase === 'ready' && atEnd);
  useResume({ store, outbox });
  return (
    <ConversationContext value={conversation}>
      <CitedPage value={pathname}>
        <DropArea
          className={classes.chat}
          label={t('drop')}
          disabled={!conversation.canSend || conversation.archived}
          onFiles={(files) => {
            attachmentsOf(documentId).add(files);
            focusComposer();
          }}
        >
          <ChannelBody
            starters={[]}
            unreadBefore={false}
            onAtEnd={setAtEnd}
            name={tDocument('chat.empty')}
            words={tDocument('chat.emptyWords')}
          />
          <ChannelComposer
            channel={channel}
            mentions={mentions}
            above={<QuotePreview documentId={documentId} editor={editor} />}
            said={(words) => {
              askAbout(documentId, null);
              return quote ? withQuote(quote, words) : words;
            }}
          />
        </DropArea>
      </CitedPage>
      <Announcer />
    </ConversationContext>
  );
}
