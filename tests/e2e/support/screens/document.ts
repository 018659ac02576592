import { expect, type Page } from '@playwright/test';
import { blockHash, withQuote } from '@tandem/shared/document/citation';
import { everything, makeDocument, makeNoteApp, markOf, OpenDocument } from '../document.ts';
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
    name: 'document-cover',
    async open(page, { api }, language) {
      const { list } = await api.trpc.template.list.query({ kind: 'document' });
      const [template] = list.filter(({ icon }) => icon === '🤝');
      const appId = await makeNoteApp(api, 'Handbook');
      const made = await api.call('POST', `/api/app/${appId}/channelDoc`, {
        body: { templateId: template?.id },
        headers: { 'accept-language': language },
      });
      const { id } = made.data as { id: string };
      await api.trpc.document.setAttr.mutate({ documentId: id, cover: 'dusk' });
      const doc = await new OpenDocument(page, language).open(`/note/${appId}/c/${id}`);
      await expect(doc.blocks.getByRole('note')).toBeVisible();
      await expect(page.locator('[data-document-cover]')).toBeVisible();
    },
  },
  {
    name: 'document-template',
    async open(page, { api }, language) {
      const appId = await makeNoteApp(api, 'Handbook');
      await page.goto(`/note/${appId}`);
      await page.getByRole('button', { name: words('template:open', {}, language) }).click();
      const gallery = page.getByRole('dialog');
      await gallery.locator('[data-template]').first().click();
      await expect(gallery.getByRole('table').first()).toBeVisible();
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
    name: 'document-chat',
    async open(page, owner, language) {
      const { id, path } = await makeDocument(
        owner.api,
        await makeNoteApp(owner.api, 'Handbook'),
        'How we launch',
      );
      await owner.api.trpc.document.putContent.mutate({ documentId: id, content: everything });
      const mark = await markOf(owner.api, id, 'Every launch has');
      const quote = { hash: blockHash(mark), text: 'Say what it does before you say what it is.' };
      const asked = `[[say Each launch has [three weeks](#${mark}), and whoever is on duty [decides what is not written here](#${mark}).]]`;
      await owner.api.trpc.message.send.mutate({ channelId: id, text: withQuote(quote, `${asked} Why?`) });
      const doc = await new OpenDocument(page, language).open(path);
      await doc.openPanel('chat');
      await expect(page.locator('[data-composer]')).toBeVisible();
      await expect(page.getByRole('link', { name: 'three weeks' })).toBeVisible();
    },
  },
  {
    name: 'document-slash',
    async open(page, { api }, language) {
      const { path } = await makeDocument(api, await makeNoteApp(api, 'Handbook'), 'How we hire');
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
      // The tree says so too.
      const name = words('document:note.none', {}, language);
      await expect(page.getByRole('heading', { name })).toBeVisible();
    },
  },
];
