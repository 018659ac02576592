import { FIRST_TEMPLATES } from '@tandem/shared/agent/template';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { draftOf } from '../../entities/message/composer/draft.ts';

/** Tasks that every agent can do, by the names of their templates. */
export const examples = ['summary', 'merge', 'figures'] as const;

/** The template that the draft of a composer began with, whose files its task needs; null for none. */
export function useExampleTemplate(place: string): RefObject<string | null> {
  const { t } = useTranslation('agent');
  const template = useRef<string | null>(null);
  useEffect(() => {
    const { store } = draftOf(place);
    const note = ({ text }: { text: string }) => {
      template.current = templateAfter(text, template.current, (each) => t(`example.${each}.words`));
    };
    // Drafts are kept over reloads.
    note(store.getState());
    return store.subscribe(note);
  }, [place, t]);
  return template;
}

/** The template whose words a draft began with, until the draft is emptied. @param before what it began with so far */
export function templateAfter(
  draft: string,
  before: string | null,
  wordsOf: (example: (typeof examples)[number]) => string,
): string | null {
  if (draft === '') return null;
  const example = examples.find((each) => wordsOf(each) === draft);
  return example ? FIRST_TEMPLATES[example] : before;
}
