import type { Message, Reaction } from '@tandem/shared/message/schema';
import { useTranslation } from 'react-i18next';
import { reactTo } from './actions.ts';
import { useConversation } from './context.ts';
import classes from './Reactions.module.css';
import { useAction } from './use-action.ts';

/** What people answered to a message in one sign; a press joins them, or takes the own one back. */
export function Reactions({ message }: { message: Message }) {
  const { t } = useTranslation('chat');
  const { store } = useConversation();
  const action = useAction();
  if (message.reactions.length === 0) return null;
  return (
    <>
      <fieldset className={classes.bar} aria-label={t('reaction.label')}>
        {message.reactions.map((reaction) => (
          <Chip
            key={reaction.emoji}
            reaction={reaction}
            disabled={!message.abilities.react || action.busy}
            onPress={() => void action.run(() => reactTo(store, message.id, reaction.emoji, !reaction.mine))}
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
  const names = new Intl.ListFormat(i18n.language).format(
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
