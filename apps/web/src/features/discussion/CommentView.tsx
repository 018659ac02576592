import { Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Comment } from '@tandem/shared/discussion/schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDiscussing } from '../../entities/discussion/context.ts';
import { discussionPort } from '../../entities/discussion/port.ts';
import { MentionedText } from '../../entities/message/MentionedText.tsx';
import { ReactMenu } from '../../entities/message/reactions/ReactButton.tsx';
import { ReactionBar } from '../../entities/message/reactions/Reactions.tsx';
import { useAction } from '../../entities/message/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { CommentField } from './CommentField.tsx';
import classes from './CommentView.module.css';
import { peopleIn } from './use-people.ts';

/** One comment: its author, time, text and actions. */
export function CommentView({ comment }: { comment: Comment }) {
  const { t } = useTranslation('discussion');
  const { store, mentions, candidates, userId } = useDiscussing();
  const [editing, setEditing] = useState<string | null>(null);
  const { id, author, text, reactions, createdAt, editedAt, deletedAt, abilities } = comment;
  const { run, problem } = useAction();
  const react = (emoji: string, on: boolean) =>
    discussionPort.react({ commentId: id, emoji, on }).then((change) => store.apply(change));

  if (deletedAt) return <p className={classes.deleted}>{t('deleted')}</p>;
  const name = author?.name || t('someone');
  return (
    <article className={classes.comment}>
      <header className={classes.head}>
        <Portrait name={name} avatar={author?.avatar ?? ''} size={22} />
        <span className={classes.name}>{name}</span>
        <RelativeTime className={classes.time} date={createdAt} />
        {editedAt && <span className={classes.time}>{t('edited')}</span>}
        <span className={classes.actions}>
          {abilities.react && (
            <ReactMenu
              onGive={(emoji) =>
                void run(() => react(emoji, !reactions.some((each) => each.emoji === emoji && each.mine)))
              }
            />
          )}
          {(abilities.edit || abilities.remove) && (
            <CommentMenu comment={comment} onEdit={() => setEditing(text)} />
          )}
        </span>
      </header>
      {editing === null ? (
        <p className={classes.words}>
          <MentionedText text={text} mentions={comment.mentions} userId={userId} />
        </p>
      ) : (
        <CommentField
          text={editing}
          onText={setEditing}
          label={t('edit')}
          send={t('save')}
          mentions={mentions}
          autoFocus
          standing
          onCancel={() => setEditing(null)}
          onSend={async (words) => {
            if (words !== text) {
              const input = { commentId: id, text: words, mentions: peopleIn(words, candidates()) };
              store.apply(await discussionPort.edit(input));
            }
            setEditing(null);
          }}
        />
      )}
      <ReactionBar
        reactions={reactions}
        disabled={!abilities.react}
        onPress={({ emoji, mine }) => react(emoji, !mine)}
      />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </article>
  );
}

function CommentMenu({ comment, onEdit }: { comment: Comment; onEdit(): void }) {
  const { t } = useTranslation('discussion');
  const { store } = useDiscussing();
  const [asking, setAsking] = useState(false);
  // Otherwise the button that opened it would take the focus from the field that comes.
  const [edits, setEdits] = useState(false);
  return (
    <>
      <Menu
        position="bottom-end"
        shadow="md"
        withinPortal
        returnFocus={!edits}
        onOpen={() => setEdits(false)}
      >
        <Menu.Target>
          <button type="button" aria-label={t('menu')} title={t('menu')}>
            <IconDots size={16} stroke={1.75} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {comment.abilities.edit && (
            <Menu.Item
              leftSection={<IconPencil size={16} stroke={1.75} />}
              onClick={() => {
                setEdits(true);
                onEdit();
              }}
            >
              {t('edit')}
            </Menu.Item>
          )}
          {comment.abilities.remove && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={() => setAsking(true)}
            >
              {t('remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <ConfirmDialog
          title={t('removeOne.title')}
          words={t('removeOne.words')}
          confirm={t('removeOne.confirm')}
          grave
          tellsProblem
          onClose={() => setAsking(false)}
          onConfirm={async () => store.apply(await discussionPort.removeComment(comment.id))}
        />
      )}
    </>
  );
}
