import { useTranslation } from 'react-i18next';
import { draftOf, useDraft } from '../message/composer/draft.ts';
import classes from './Starters.module.css';

/** An assistant's questions to begin with; a press puts one into the composer, to be changed or sent. */
export function Starters({ place, starters }: { place: string; starters: readonly string[] }) {
  const { t } = useTranslation('assistant');
  const [draft] = useDraft(place);
  if (starters.length === 0) return null;
  const begin = (words: string) => {
    draftOf(place).store.setState({ text: words });
    const field = document.querySelector<HTMLTextAreaElement>('[data-composer]');
    field?.focus();
    // After the words are in it.
    requestAnimationFrame(() => field?.setSelectionRange(words.length, words.length));
  };
  return (
    // Nothing may write over what a person has begun. Their place stays, so that nothing moves.
    <ul className={classes.starters} aria-label={t('field.starters')} data-hidden={draft !== '' || undefined}>
      {starters.map((words) => (
        <li key={words}>
          <button type="button" onClick={() => begin(words)}>
            {words}
          </button>
        </li>
      ))}
    </ul>
  );
}
