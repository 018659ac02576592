import type { Channel } from '@tandem/shared/channel/schema';
import { withQuote } from '@tandem/shared/document/citation';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { useSources } from '../../entities/dataset/queries.ts';
import type { MentionSource } from '../../entities/message/composer/use-mentions.tsx';
import { focusComposer } from '../../entities/message/focus.ts';
import type { OpenChannel } from '../../entities/message/open.ts';
import { ChannelBody } from '../../features/channel/ChannelBody.tsx';
import { ChannelComposer } from '../../features/channel/ChannelComposer.tsx';
import { useNextAnswer } from '../../features/channel/use-next-answer.ts';
import { useReading } from '../../features/channel/use-reading.ts';
import { useResume } from '../../features/channel/use-resume.ts';
import { Overview } from '../../features/source/overview/Overview.tsx';
import { AskedQuote } from '../../features/source/selection/AskedQuote.tsx';
import { askAbout, useAskedQuote } from '../../features/source/selection/asked-quote.ts';
import { CitedPage } from '../../ui/markdown/Citation.tsx';
import { useOpened } from './attached.ts';
import classes from './SourceView.module.css';

const TOP = { parentId: null };

interface ChatPaneProps extends OpenChannel {
  channel: Channel | undefined;
  mentions: MentionSource;
  /** The source that is open beside it. */
  sourceId: string | null;
  /** Shows a page of that source. */
  onPage(page: number): void;
  hidden: boolean;
}

/** The conversation about the sources beside it. */
export function ChatPane(props: ChatPaneProps) {
  const { channel, store, outbox, mentions, sourceId, onPage, hidden } = props;
  const { t } = useTranslation('source');
  const { channelId } = store;
  const phase = useStore(store.state, (state) => state.phase);
  const [atEnd, setAtEnd] = useState(true);
  const { pathname } = useLocation();
  const quote = useAskedQuote(channelId);
  const sources = useSources(channelId, TOP).data?.pages[0]?.list;
  const { source } = useOpened(sourceId);
  const mayAsk = channel?.abilities.ask === true && channel.archivedAt === null;
  const { send, addressed } = useNextAnswer(channel);
  const ask = (question: string) => send(addressed(question));
  useReading(store, phase === 'ready' && atEnd && !hidden);
  useResume({ store, outbox });
  useEffect(() => {
    if (quote && !hidden) focusComposer();
  }, [quote, hidden]);
  return (
    <section className={classes.chat} aria-label={t('view.chat')} hidden={hidden}>
      <CitedPage value={pathname}>
        <ChannelBody
          starters={[]}
          unreadBefore={false}
          onAtEnd={setAtEnd}
          name={t('chat.title')}
          words={t(sources?.length === 0 ? 'chat.first' : 'chat.words')}
          about={
            source && (
              <Overview
                key={source.id}
                source={source}
                mayAsk={mayAsk}
                onPage={onPage}
                onAsk={mayAsk ? ask : null}
              />
            )
          }
        />
        <ChannelComposer
          channel={channel}
          mentions={mentions}
          above={<AskedQuote channelId={channelId} />}
          said={(words) => {
            askAbout(channelId, null);
            return quote ? withQuote(quote, words) : words;
          }}
        />
      </CitedPage>
    </section>
  );
}
