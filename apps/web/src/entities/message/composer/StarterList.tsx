import type { Icon } from '@tabler/icons-react';
import { draftOf, useDraft } from './draft.ts';
import classes from './StarterList.module.css';

/** A way to begin a conversation. */
export interface Starter {
  /** Put into the composer. */
  words: string;
  /** Shown in their place. */
  label?: string;
  icon?: Icon;
}

interface StarterListProps {
  /** Names the draft of the composer. */
  place: string;
  label: string;
  starters: readonly Starter[];
  centred?: boolean;
}

/** Ways to begin; a press puts the words of one into the composer, to be changed or sent. */
export function StarterList({ place, label, starters, centred = false }: StarterListProps) {
  const [draft] = useDraft(place);
  const begin = (words: string) => {
    draftOf(place).store.setState({ text: words });
    const field = document.querySelector<HTMLTextAreaElement>('[data-composer]');
    field?.focus();
    // After the words are in it.
    requestAnimationFrame(() => field?.setSelectionRange(words.length, words.length));
  };
  return (
    // Nothing may overwrite what a person has typed. The space stays reserved, so that the layout does not
    // jump.
    <ul
      className={classes.starters}
      aria-label={label}
      data-centred={centred || undefined}
      data-hidden={draft !== '' || undefined}
    >
      {starters.map(({ words, label, icon: Icon }) => (
        <li key={words}>
          <button type="button" onClick={() => begin(words)}>
            {Icon && <Icon size={16} stroke={1.75} aria-hidden />}
            {label ?? words}
          </button>
        </li>
      ))}
    </ul>
  );
}
