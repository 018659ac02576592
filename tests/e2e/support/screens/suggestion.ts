import { expect, type Page } from '@playwright/test';
import { makeDocument, makeNoteApp } from '../document.ts';
import { Asking } from '../suggestion.ts';
import type { Owner } from '../test.ts';
import type { Screen } from './screen.ts';

const content = `Every launch has **three** weeks, and each of them has a name.

The first week is the week in which we look at all the things that we have and in which we also say what we do not have yet, so that everybody knows about it.

After that everybody takes a day off.`;
const answer = `In the first week we take stock: what is **ready**, what is missing, and who brings it. Everybody knows the list by Friday.`;

/** The card over a selected paragraph. */
async function openAsking(page: Page, { api }: Owner, language: string): Promise<Asking> {
  const asking = new Asking(page, language);
  const { id, path } = await makeDocument(api, await makeNoteApp(api, 'Handbook'), 'How we launch');
  await api.trpc.document.putContent.mutate({ documentId: id, content });
  await asking.doc.open(path);
  await asking.doc.toEnd();
  await asking.select('The first week');
  await asking.open();
  return asking;
}

/** Screens of the AI prompt for a selection, and its suggestion. */
export const suggestionScreens: Screen[] = [
  {
    name: 'suggestion-asking',
    async open(page, owner, language) {
      await openAsking(page, owner, language);
    },
  },
  {
    name: 'suggestion-ready',
    async open(page, owner, language) {
      const asking = await openAsking(page, owner, language);
      await asking.ask(`[[say ${answer}]] Tighten`);
      await expect(asking.button('again')).toBeVisible();
    },
  },
];
