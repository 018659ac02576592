import { useTranslation } from 'react-i18next';
import classes from './FilterChips.module.css';
import type { Filter } from './items.ts';

const filters: Filter[] = ['all', 'message', 'document', 'comment', 'channel', 'app', 'person', 'command'];

/** Narrows the palette to one kind. */
export function FilterChips({ filter, onPick }: { filter: Filter; onPick(filter: Filter): void }) {
  const { t } = useTranslation('search');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame
    <div className={classes.chips} role="group" aria-label={t('filter')}>
      {filters.map((each) => (
        <button
          key={each}
          type="button"
          className={classes.chip}
          aria-pressed={each === filter}
          onClick={() => onPick(each)}
        >
          {t(`group.${each}`)}
        </button>
      ))}
    </div>
  );
}
