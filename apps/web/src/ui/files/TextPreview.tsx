import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchText } from '../../lib/fetch-text.ts';
import classes from './FileList.module.css';

/** Bytes of a text that are shown. */
const SHOWN = 64 * 1024;

/** The beginning of a text file, as it is. */
export default function TextPreview({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation('file');
  const [text, setText] = useState<{ words: string; isWhole: boolean } | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    fetchText(url, SHOWN, leaving.signal).then(setText, () => leaving.signal.aborted || setFailed(true));
    return () => leaving.abort();
  }, [url]);

  if (failed)
    return (
      <p className={classes.note} role="alert">
        {t('unreadable')}
      </p>
    );
  if (!text)
    return (
      <p className={classes.note} role="status">
        {t('loading')}
      </p>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes.text} tabIndex={0} aria-label={name}>
        <pre>{text.words}</pre>
      </section>
      {!text.isWhole && <p className={classes.note}>{t('goesOn')}</p>}
    </>
  );
}
