import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, test } from '../support/test.ts';

test('list markers become lists, on their own line and before pasted text', async ({ owner, page }) => {
  const { api } = owner;
  const made = await makeDocument(api, await makeNoteApp(api, 'Log'), 'Day');
  const doc = await new OpenDocument(page).open(made.path);
  const read = async () =>
    (await api.trpc.document.content.query({ documentId: made.id, format: 'markdown' })).content as string;
  await doc.toEnd();
  await doc.paste('first pasted\nsecond pasted\nthird pasted');
  await expect(doc.blocks.getByText('third pasted')).toBeVisible();
  await page.keyboard.press('Home');
  await doc.write('- ');
  await expect.poll(read).toBe('first pasted\n\nsecond pasted\n\n- third pasted\n');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await doc.write('1. ');
  await expect.poll(read).toBe('first pasted\n\n1. second pasted\n\n- third pasted\n');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await doc.write('next');
  await expect.poll(read).toContain('1. second pasted\n2. next\n');
  // A paste into an item stays within its list.
  await page.keyboard.press('Enter');
  await doc.paste('- four\n- five');
  await expect(doc.blocks.getByText('five')).toBeVisible();
  await page.keyboard.press('Enter');
  await doc.write('six');
  await expect.poll(read).toContain('- four\n- five\n- six\n');
  await doc.expectSaved();
});
