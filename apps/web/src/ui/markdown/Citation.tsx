import { IconCornerUpLeft } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import classes from './Citation.module.css';

/** Address of the document or sources that a conversation cites; null: citations are shown without a link. */
export const CitedPage = createContext<string | null>(null);

interface CitationProps {
  /** Names the block on the page of its document, or the place in a source. */
  hash: string;
  children?: ReactNode;
}

/** A citation of words in a document or source; a press shows them there. */
export function Citation({ hash, children }: CitationProps) {
  const { t } = useTranslation();
  const page = useContext(CitedPage);
  const { pathname } = useLocation();
  if (page === null) return <span>{children}</span>;
  return (
    // Within its own page it is no step that one would want to go back to.
    <Link
      to={page + hash}
      replace={page === pathname}
      className={classes.citation}
      title={t('markdown.citation')}
    >
      {children}
      <IconCornerUpLeft className={classes.icon} size={12} stroke={2} aria-hidden />
    </Link>
  );
}
