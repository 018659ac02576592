import { quoteOf } from '@tandem/shared/discussion/schema';
import { blockHash, type Quote } from '@tandem/shared/document/citation';
import { useEffect, useState } from 'react';
import { type AnyEditor, selectedWords } from '../../../entities/discussion/draft.ts';

/** The words that are selected in a document, by the block in which they begin; null when there are none. */
export function selectedQuote(editor: AnyEditor): Quote | null {
  const words = selectedWords(editor);
  return words && { hash: blockHash(words.anchor.blockId), text: quoteOf(words.anchor) };
}

/** Follows the selection in a document; focusing something else, such as the composer, keeps it. */
export function useSelectedQuote(editor: AnyEditor | null): Quote | null {
  const [quote, setQuote] = useState<Quote | null>(null);
  useEffect(() => {
    if (!editor) return setQuote(null);
    const look = () => {
      const at = getSelection()?.anchorNode;
      const element = at instanceof Element ? at : at?.parentElement;
      if (element?.closest('.bn-editor')) setQuote(selectedQuote(editor));
    };
    look();
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [editor]);
  return quote;
}
