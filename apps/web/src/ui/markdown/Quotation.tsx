import type { Quote } from '@tandem/shared/document/citation';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { CitedPage } from './Citation.tsx';
import classes from './Quotation.module.css';

/** The quote above a message; a press shows it in the document. */
export function Quotation({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  const page = useContext(CitedPage);
  const { pathname } = useLocation();
  const words = <span className={classes.words}>{quote.text}</span>;
  if (page === null) return <blockquote className={classes.quotation}>{words}</blockquote>;
  return (
    <blockquote className={classes.quotation}>
      <Link
        to={page + quote.hash}
        replace={page === pathname}
        className={classes.link}
        title={t('markdown.citation')}
      >
        {words}
      </Link>
    </blockquote>
  );
}
