import type { Message, Reaction } from '@tandem/shared/message/schema';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../../lib/i18n/locale.ts';
import { reactTo } from '../actions.ts';
import { useConversation } from '../context.ts';
import { useAction } from '../use-action.ts';
import classes from './Reactions.module.css';

/** The reactions to a message; pressing one adds or removes the reader's own. */
export function Reactions({ message }: { message: Message }) {
  const { store } = useConversation();
  return (
    <ReactionBar
      reactions={message.reactions}
      disabled={!message.abilities.react}
      onPress={({ emoji, mine }) => reactTo(store, message.id, emoji, !mine)}
    />
  );
}

interface ReactionBarProps {
  reactions: readonly Reaction[];
  disabled: boolean;
  onPress(reaction: Reaction): Promise<unknown>;
}

/** Reactions to whatever takes them, with the failure of the last press. */
export function ReactionBar({ reactions, disabled, onPress }: ReactionBarProps) {
  const { t } = useTranslation('chat');
  const action = useAction();
  if (reactions.length === 0) return null;
  return (
    <>
      <fieldset className={classes.bar} aria-label={t('reaction.label')}>
        {reactions.map((reaction) => (
          <Chip
            key={reaction.emoji}
            reaction={reaction}
            disabled={disabled || action.busy}
            onPress={() => void action.run(() => onPress(reaction))}
          />
        ))}
      </fieldset>
      {action.problem && (
        <p className={classes.problem} role="alert">
          {action.problem}
        </p>
      )}
    </>
  );
}

interface ChipProps {
  reaction: Reaction;
  disabled: boolean;
  onPress(): void;
}

function Chip({ reaction, disabled, onPress }: ChipProps) {
  const { t, i18n } = useTranslation('chat');
  const { emoji, count, mine, people } = reaction;
  const others = count - people.length;
  const names = new Intl.ListFormat(localeOf(i18n.language)).format(
    others > 0 ? [...people, t('reaction.others', { count: others })] : people,
  );
  return (
    <button
      type="button"
      className={classes.chip}
      aria-pressed={mine}
      aria-label={t('reaction.by', { emoji, count, names })}
      title={names}
      disabled={disabled}
      onClick={onPress}
    >
      <span className={classes.emoji} aria-hidden>
        {emoji}
      </span>
      <span aria-hidden>{count}</span>
    </button>
  );
}
