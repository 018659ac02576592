import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { focusComposer } from '../../../entities/message/focus.ts';
import { Quotation } from '../../../ui/markdown/Quotation.tsx';
import { askAbout, useAskedQuote } from './asked-quote.ts';
import classes from './Selection.module.css';

/** Above the composer: the words of a source that the message is about. */
export function AskedQuote({ channelId }: { channelId: string }) {
  const { t } = useTranslation('source');
  const quote = useAskedQuote(channelId);
  if (!quote) return null;
  return (
    <section className={classes.quote} aria-label={t('quote.about')}>
      <Quotation quote={quote} />
      <CloseButton
        size="sm"
        aria-label={t('quote.without')}
        onClick={() => {
          askAbout(channelId, null);
          focusComposer();
        }}
      />
    </section>
  );
}
