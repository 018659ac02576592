import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './SkipLink.module.css';

/** The id of the content that the link leads to. */
export const MAIN_ID = 'main';

/** The first stop of the keyboard on a page: leads past the navigation to its content. */
export function SkipLink({ main }: { main: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  return (
    <a href={`#${MAIN_ID}`} className={classes.skip} onClick={() => main.current?.focus()}>
      {t('skip')}
    </a>
  );
}
