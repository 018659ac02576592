import { Button, Tabs, VisuallyHidden } from '@mantine/core';
import { IconMessageCircle, IconMessageCircleCheck } from '@tabler/icons-react';
import type { Channel } from '@tandem/shared/channel/schema';
import type { Discussion } from '@tandem/shared/discussion/schema';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DiscussingContext, mayComment, useDiscussing } from '../../entities/discussion/context.ts';
import type { AnyEditor } from '../../entities/discussion/draft.ts';
import { discussionPort } from '../../entities/discussion/port.ts';
import { discussionsOf, type LookedAt, useDiscussions } from '../../entities/discussion/store.ts';
import { useDraft } from '../../entities/message/composer/draft.ts';
import { newId } from '../../lib/ids.ts';
import { useSession } from '../../lib/session/session.ts';
import { Loading } from '../../ui/page/Loading.tsx';
import { CommentField } from './CommentField.tsx';
import classes from './DiscussionPanel.module.css';
import { inOrder, usePlaces } from './places.ts';
import { ThreadView } from './ThreadView.tsx';
import { peopleIn, usePeople } from './use-people.ts';

interface DiscussionPanelProps {
  documentId: string;
  /** Undefined until the tree is known. */
  channel: Channel | undefined;
  /** Null until the editor is ready. */
  editor: AnyEditor | null;
  onClose(): void;
}

type Tab = 'open' | 'resolved';

/** The discussions of a document, open and resolved ones in two tabs, in the order of their words. */
export default function DiscussionPanel({ documentId, channel, editor, onClose }: DiscussionPanelProps) {
  const { t } = useTranslation('discussion');
  const store = discussionsOf(documentId);
  const { phase, discussions, focused } = useDiscussions(store, (state) => state);
  const userId = useSession((state) => state.user.id);
  const { mentions, candidates } = usePeople(documentId, userId);
  const places = usePlaces(editor);
  const [tab, setTab] = useState<Tab>('open');
  const canComment = mayComment(channel);

  const ordered = useMemo(() => inOrder(discussions.values(), places), [discussions, places]);
  const open = ordered.filter(({ resolvedAt }) => resolvedAt === null);
  const resolved = ordered.filter(({ resolvedAt }) => resolvedAt !== null);
  const context = useMemo(
    () => ({ store, userId, places, mentions, candidates, onClose }),
    [store, userId, places, mentions, candidates, onClose],
  );

  // Shows the tab that contains the requested discussion.
  const asked = useRef<number | null>(null);
  useEffect(() => {
    const found = focused && discussions.get(focused.id);
    if (!found || focused.n === asked.current) return;
    asked.current = focused.n;
    setTab(found.resolvedAt === null ? 'open' : 'resolved');
  }, [focused, discussions]);

  if (phase === 'loading' && discussions.size === 0) return <Loading />;
  if (phase === 'failed' && discussions.size === 0)
    return (
      <Empty title={t('failed')}>
        <Button variant="default" size="xs" onClick={() => store.retry()}>
          {t('retry')}
        </Button>
      </Empty>
    );
  return (
    <DiscussingContext value={context}>
      <Tabs
        className={classes.tabs}
        value={tab}
        onChange={(value) => setTab(value === 'resolved' ? 'resolved' : 'open')}
        keepMounted={false}
      >
        <Tabs.List grow>
          <Tabs.Tab value="open">
            {t('open')} <Count count={open.length} label={t('list.open', { count: open.length })} />
          </Tabs.Tab>
          <Tabs.Tab value="resolved">
            {t('resolved')}{' '}
            <Count count={resolved.length} label={t('list.resolved', { count: resolved.length })} />
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="open" className={classes.panel} tabIndex={-1}>
          {open.length > 0 ? (
            <Threads list={open} focused={focused} />
          ) : (
            <Empty icon={<IconMessageCircle size={28} stroke={1.5} aria-hidden />} title={t('empty.open')}>
              {canComment ? t('empty.openWords') : t('empty.openReader')}
            </Empty>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="resolved" className={classes.panel} tabIndex={-1}>
          {resolved.length > 0 ? (
            <Threads list={resolved} focused={focused} />
          ) : (
            <Empty
              icon={<IconMessageCircleCheck size={28} stroke={1.5} aria-hidden />}
              title={t('empty.resolved')}
            >
              {t('empty.resolvedWords')}
            </Empty>
          )}
        </Tabs.Panel>
      </Tabs>
      {canComment && tab === 'open' && <NewDiscussion />}
    </DiscussingContext>
  );
}

function Count({ count, label }: { count: number; label: string }) {
  return (
    <span className={classes.count}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

interface ThreadsProps {
  list: readonly Discussion[];
  focused: LookedAt | null;
}

function Threads({ list, focused }: ThreadsProps) {
  const { t } = useTranslation('discussion');
  return (
    <ul className={classes.list} aria-label={t('list.label')}>
      {list.map((discussion) => (
        <ThreadView
          key={discussion.id}
          discussion={discussion}
          focused={focused?.id === discussion.id ? focused : null}
        />
      ))}
    </ul>
  );
}

/** A comment about the document as a whole. */
function NewDiscussion() {
  const { t } = useTranslation('discussion');
  const { store, mentions, candidates } = useDiscussing();
  const { documentId } = store;
  const [text, setText] = useDraft(`discussion:${documentId}`);
  const key = useRef(newId());
  return (
    <div className={classes.new}>
      <CommentField
        text={text}
        onText={setText}
        label={t('new')}
        send={t('send')}
        mentions={mentions}
        onSend={async (words) => {
          const people = peopleIn(words, candidates());
          const input = { documentId, text: words, mentions: people, clientKey: key.current };
          const change = await discussionPort.begin(input);
          key.current = newId();
          setText('');
          store.apply(change);
          store.focus(change.discussionId, 'text');
        }}
      />
    </div>
  );
}

function Empty({ icon, title, children }: { icon?: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      {icon}
      <p className={classes.emptyTitle}>{title}</p>
      <div>{children}</div>
    </div>
  );
}
