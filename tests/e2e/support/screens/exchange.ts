import { expect, type Page } from '@playwright/test';
import { makeDocument, makeNoteApp, OpenDocument } from '../document.ts';
import { chooseFiles, handbook } from '../exchange.ts';
import type { Owner } from '../test.ts';
import { words } from '../words.ts';
import type { Screen } from './screen.ts';

async function openImport(page: Page, { api }: Owner, language: string): Promise<void> {
  await page.goto(`/note/${await makeNoteApp(api, 'Handbook')}`);
  await page
    .getByRole('button', { name: words('document:import.button', {}, language), exact: true })
    .click();
  await expect(page.getByText(words('document:import.lead', {}, language))).toBeVisible();
}

/** Screens of import and export. */
export const exchangeScreens: Screen[] = [
  { name: 'document-import', open: openImport },
  {
    name: 'document-import-result',
    async open(page, owner, language) {
      await openImport(page, owner, language);
      const broken = { name: 'broken report.docx', mimeType: 'application/zip', buffer: Buffer.from('none') };
      await chooseFiles(page, [handbook(), broken], language);
      await expect(page.getByText(words('document:import.leftOut', {}, language))).toBeVisible();
    },
  },
  {
    name: 'document-export',
    async open(page, { api }, language) {
      const { path, id, appId } = await makeDocument(
        api,
        await makeNoteApp(api, 'Handbook'),
        'How we launch',
      );
      await api.trpc.document.create.mutate({ appId, parentId: id, name: 'Checklist' });
      const doc = await new OpenDocument(page, language).open(path);
      await doc.button('menu.label').click();
      await page
        .getByRole('menuitem', { name: words('workspace:menu.export', {}, language), exact: true })
        .click();
      await expect(page.getByRole('radio').first()).toBeVisible();
    },
  },
];
