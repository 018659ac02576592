import { Button, CloseButton } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import type { Quote } from '@tandem/shared/document/citation';
import { useTranslation } from 'react-i18next';
import { focusComposer } from '../../../entities/message/focus.ts';
import { Quotation } from '../../../ui/markdown/Quotation.tsx';
import type { DocumentEditor } from '../editor/schema.ts';
import { askAbout, useAskedQuote } from './asked-quote.ts';
import classes from './QuotePreview.module.css';
import { useSelectedQuote } from './selected-quote.ts';

/** Above the composer beside a document: the quote of the message, or the offer to ask about a selection. */
export function QuotePreview({ documentId, editor }: { documentId: string; editor: DocumentEditor | null }) {
  const { t } = useTranslation('document');
  const quote = useAskedQuote(documentId);
  const selected = useSelectedQuote(editor);
  const ask = (next: Quote | null) => {
    askAbout(documentId, next);
    focusComposer();
  };
  const isOffered = selected !== null && selected.text !== quote?.text;
  return (
    <>
      {isOffered && (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.offer ?? ''}
          leftSection={<IconMessageQuestion size={15} stroke={1.75} aria-hidden />}
          // The words must stay selected.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => ask(selected)}
        >
          <span className={classes.words}>
            {t('chat.askAbout', { words: selected.text.replaceAll(/\s+/gu, ' ').slice(0, 60) })}
          </span>
        </Button>
      )}
      {quote && (
        <section className={classes.quote} aria-label={t('chat.about')}>
          <Quotation quote={quote} />
          <CloseButton size="sm" aria-label={t('chat.without')} onClick={() => ask(null)} />
        </section>
      )}
    </>
  );
}
