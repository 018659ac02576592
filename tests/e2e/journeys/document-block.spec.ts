import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectColoursAccessible } from '../support/axe.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, type Owner, test } from '../support/test.ts';

const pictures = path.resolve(import.meta.dirname, '../../../test-results/screens');

async function openPlan(page: Page, { api }: Owner, content: string) {
  const document = await makeDocument(api, await makeNoteApp(api, 'Handbook'), 'Plan');
  await api.trpc.document.putContent.mutate({ documentId: document.id, content });
  const doc = await new OpenDocument(page).open(document.path);
  const read = async () =>
    (await api.trpc.document.content.query({ documentId: document.id, format: 'markdown' })).content;
  return { doc, read, id: document.id };
}

/** Opens the menu beside the block with these words. */
async function openMenu({ page, blocks }: OpenDocument, words: string): Promise<void> {
  await blocks.getByText(words).hover();
  await page.locator('.bn-side-menu button').last().click();
}

test('a block is turned into another type, and keeps its words and comments', async ({ owner, page }) => {
  const { doc, read, id } = await openPlan(page, owner, 'Agree the **prices**\n\nLater.');
  const { content } = await owner.api.trpc.document.content.query({ documentId: id });
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await openMenu(doc, 'prices');
  await item(doc.words('block.turnInto')).click();
  await expect(item('Heading 2')).toBeVisible();
  await expect(item('Paragraph'), 'it is one already').toBeHidden();
  await expectAccessible(page, 'turning a block into another');
  await page.screenshot({ path: path.join(pictures, 'document-turn-into-light.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectColoursAccessible(page, 'turning a block into another, dark');
  await page.screenshot({ path: path.join(pictures, 'document-turn-into-dark.png') });
  await item('Heading 2').click();
  await expect.poll(read).toBe('## Agree the **prices**\n\nLater.\n');

  await openMenu(doc, 'prices');
  await item(doc.words('block.turnInto')).click();
  await item(doc.words('callout.name')).click();
  await expect.poll(read).toBe('> [!NOTE]\n> Agree the **prices**\n\nLater.\n');
  // It is the same block: comments and links still find it.
  const now = await owner.api.trpc.document.content.query({ documentId: id });
  expect((now.content as { id: string }[])[0]?.id).toBe((content as { id: string }[])[0]?.id);

  await doc.blocks.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(read).toBe('## Agree the **prices**\n\nLater.\n');
});

test('a block is duplicated with its children @full', async ({ owner, page }) => {
  const { doc, read } = await openPlan(page, owner, '- Texts\n  - English\n  - German\n- Photos');
  await openMenu(doc, 'Texts');
  await page.getByRole('menuitem', { name: doc.words('block.duplicate'), exact: true }).click();
  await expect
    .poll(read)
    .toBe('- Texts\n  - English\n  - German\n- Texts\n  - English\n  - German\n- Photos\n');
});
