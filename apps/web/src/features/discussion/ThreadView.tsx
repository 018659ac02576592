import { IconCheck, IconRotate2, IconTrash } from '@tabler/icons-react';
import type { Discussion } from '@tandem/shared/discussion/schema';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDiscussing } from '../../entities/discussion/context.ts';
import { discussionPort } from '../../entities/discussion/port.ts';
import type { LookedAt } from '../../entities/discussion/store.ts';
import { useDraft } from '../../entities/message/composer/draft.ts';
import { useAction } from '../../entities/message/use-action.ts';
import { newId } from '../../lib/ids.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useIsPhone } from '../../ui/page/shell.ts';
import { CommentField } from './CommentField.tsx';
import { CommentView } from './CommentView.tsx';
import classes from './ThreadView.module.css';
import { peopleIn } from './use-people.ts';

/** Number of comments shown of a long discussion that is not selected: the first one and the last few. */
const SHOWN = 3;

interface ThreadViewProps {
  discussion: Discussion;
  /** Whether it is selected; another number repeats the request. */
  focused: LookedAt | null;
}

/** One discussion: the quoted words, the comments, and a reply field. */
export function ThreadView({ discussion, focused }: ThreadViewProps) {
  const { t } = useTranslation('discussion');
  const { store } = useDiscussing();
  const { id, comments, creator, resolvedAt, resolver, abilities } = discussion;
  const card = useRef<HTMLLIElement>(null);
  const [open, setOpen] = useState(false);
  const { run, busy, problem } = useAction();

  useEffect(() => {
    if (!focused || focused.from === 'panel' || !store.arrives(focused.n)) return;
    card.current?.scrollIntoView({ block: 'nearest' });
    if (focused.from === 'text') card.current?.focus({ preventScroll: true });
  }, [focused, store]);

  // An element that goes takes the focus with it; after resolving by keyboard the focus stays in the list.
  useLayoutEffect(() => {
    const going = card.current;
    return () => {
      if (!going?.contains(document.activeElement)) return;
      going.closest<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true });
    };
  }, []);

  const hidden = open || focused || comments.length <= SHOWN + 1 ? 0 : comments.length - SHOWN;
  const shown = hidden > 0 ? comments.slice(hidden) : comments;
  const name = creator?.name || t('someone');
  return (
    <li
      ref={card}
      tabIndex={-1}
      className={classes.thread}
      data-focused={focused !== null || undefined}
      aria-label={t('thread', { name })}
      onFocus={() => focused === null && store.focus(id, 'panel')}
    >
      <div className={classes.head}>
        <Quote discussion={discussion} />
        {abilities.resolve && (
          <ToolButton
            label={resolvedAt ? t('reopen') : t('resolve')}
            disabled={busy}
            onClick={() =>
              void run(async () => store.apply(await discussionPort.resolve(id, resolvedAt === null)))
            }
          >
            {resolvedAt ? <IconRotate2 size={16} stroke={1.75} /> : <IconCheck size={16} stroke={2} />}
          </ToolButton>
        )}
        {abilities.remove && <RemoveButton id={id} />}
      </div>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.comments}>
        {hidden > 0 && comments[0] && (
          <>
            <CommentView comment={comments[0]} />
            {hidden > 1 && (
              <button type="button" className={classes.more} onClick={() => setOpen(true)}>
                {t('more', { count: hidden - 1 })}
              </button>
            )}
          </>
        )}
        {shown.map((comment) => (
          <CommentView key={comment.id} comment={comment} />
        ))}
      </div>
      {resolvedAt && (
        <p className={classes.resolved}>{t('resolvedBy', { name: resolver?.name || t('someone') })}</p>
      )}
      {abilities.reply && !resolvedAt && <Reply id={id} />}
    </li>
  );
}

/** The quoted words, which link to their place in the document if they are still there. */
function Quote({ discussion: { id, quote } }: { discussion: Discussion }) {
  const { t } = useTranslation('discussion');
  const { store, places, onClose } = useDiscussing();
  const isPhone = useIsPhone();
  if (quote === '') return <span className={classes.whole}>{t('whole')}</span>;
  if (places !== null && !places.has(id))
    return (
      <span className={classes.quote} data-gone title={t('gone')}>
        <q>{quote}</q>
        <span className={classes.gone}>{t('gone')}</span>
      </span>
    );
  return (
    <button
      type="button"
      className={classes.quote}
      title={t('show')}
      onClick={() => {
        store.focus(id, 'panel');
        // There the panel covers the words.
        if (isPhone) onClose();
      }}
    >
      <q>{quote}</q>
    </button>
  );
}

function Reply({ id }: { id: string }) {
  const { t } = useTranslation('discussion');
  const { store, mentions, candidates } = useDiscussing();
  const [text, setText] = useDraft(`discussion:${id}`);
  const key = useRef(newId());
  return (
    <CommentField
      text={text}
      onText={setText}
      label={t('reply')}
      send={t('send')}
      mentions={mentions}
      onSend={async (words) => {
        const people = peopleIn(words, candidates());
        const input = { discussionId: id, text: words, mentions: people, clientKey: key.current };
        store.apply(await discussionPort.reply(input));
        key.current = newId();
        setText('');
      }}
    />
  );
}

function RemoveButton({ id }: { id: string }) {
  const { t } = useTranslation('discussion');
  const { store } = useDiscussing();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <ToolButton label={t('removeAll')} onClick={() => setAsking(true)}>
        <IconTrash size={16} stroke={1.75} />
      </ToolButton>
      {asking && (
        <ConfirmDialog
          title={t('removeAsk.title')}
          words={t('removeAsk.words')}
          confirm={t('removeAsk.confirm')}
          grave
          tellsProblem
          onClose={() => setAsking(false)}
          onConfirm={async () => store.apply(await discussionPort.remove(id))}
        />
      )}
    </>
  );
}

interface ToolButtonProps {
  label: string;
  disabled?: boolean;
  onClick(): void;
  children: React.ReactNode;
}

function ToolButton({ label, disabled = false, onClick, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      // A disabled button loses the focus.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      {children}
    </button>
  );
}
