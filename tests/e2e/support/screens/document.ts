import { expect, type Page } from '@playwright/test';
import { everything, makeDocument, makeNoteApp, OpenDocument } from '../document.ts';
import type { Owner } from '../test.ts';
import { words } from '../words.ts';
import type { Screen } from './screen.ts';

/** A document of the owner's with a little of everything. */
async function openWritten(page: Page, { api }: Owner, language: string): Promise<OpenDocument> {
  const { path } = await makeDocument(api, await makeNoteApp(api, 'Handbook'), 'How we launch');
  const doc = await new OpenDocument(page, language).open(path);
  await doc.toEnd();
  await doc.paste(everything);
  await doc.expectSaved();
  await expect(doc.blocks.locator('table')).toBeVisible();
  await page.locator('[data-document-scroll]').evaluate((place) => place.scrollTo(0, 0));
  return doc;
}

/** Documents, and apps of them. */
export const documentScreens: Screen[] = [
  {
    name: 'document',
    async open(page, owner, language) {
      await openWritten(page, owner, language);
    },
  },
  {
    name: 'document-code',
    async open(page, owner, language) {
      const doc = await openWritten(page, owner, language);
      await doc.blocks.locator('.code-block').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'document-beside',
    async open(page, owner, language) {
      const doc = await openWritten(page, owner, language);
      await doc.openPanel('chat');
      await expect(page.locator('[data-composer]')).toBeVisible();
    },
  },
  {
    name: 'document-slash',
    async open(page, { api }, language) {
      const { path } = await makeDocument(api, await makeNoteApp(api, 'Handbook'), 'Empty');
      const doc = await new OpenDocument(page, language).open(path);
      await doc.toEnd();
      await doc.write('/');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'document-toolbar',
    async open(page, owner, language) {
      const doc = await openWritten(page, owner, language);
      await doc.blocks.getByText('What has to be ready').dblclick();
      await expect(page.locator('.bn-formatting-toolbar')).toBeVisible();
    },
  },
  {
    name: 'note-app',
    async open(page, { api }) {
      const appId = await makeNoteApp(api, 'Handbook');
      await makeDocument(api, appId, 'How we launch');
      await makeDocument(api, appId, 'How we hire');
      await page.goto(`/note/${appId}`);
      await expect(page.getByRole('main').getByRole('link', { name: /How we hire/ })).toBeVisible();
    },
  },
  {
    name: 'note-app-empty',
    async open(page, { api }, language) {
      await page.goto(`/note/${await makeNoteApp(api, 'Handbook')}`);
      await expect(page.getByText(words('document:note.none', {}, language))).toBeVisible();
    },
  },
];
