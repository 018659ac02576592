import { IconCalculator, IconClock, IconCompass, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { draftOf, useDraft } from '../../entities/message/composer/draft.ts';
import classes from './Starters.module.css';

/** Beginnings that every model can go on from, the built-in one too. */
const starters = [
  { key: 'tour', icon: IconCompass },
  { key: 'calculate', icon: IconCalculator },
  { key: 'time', icon: IconClock },
  { key: 'write', icon: IconWorld },
] as const;

/** A few ways to begin; a press puts the words into the composer, to be changed or sent. */
export function Starters({ place }: { place: string }) {
  const { t } = useTranslation('home');
  const [draft] = useDraft(place);
  // Nothing may write over what a person has begun. Their place stays, so that nothing moves.
  const hidden = draft !== '';
  const begin = (words: string) => {
    draftOf(place).store.setState({ text: words });
    const field = document.querySelector<HTMLTextAreaElement>('[data-composer]');
    field?.focus();
    // After the words are in it.
    requestAnimationFrame(() => field?.setSelectionRange(words.length, words.length));
  };
  return (
    <ul className={classes.starters} aria-label={t('starters.label')} data-hidden={hidden || undefined}>
      {starters.map(({ key, icon: Icon }) => (
        <li key={key}>
          <button type="button" onClick={() => begin(t(`starters.${key}.words`))}>
            <Icon size={16} stroke={1.75} aria-hidden />
            {t(`starters.${key}.label`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
