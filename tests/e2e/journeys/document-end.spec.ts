import { pngOf } from '../../integration/file/files.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, type Owner, test } from '../support/test.ts';

async function opened({ api }: Owner, doc: OpenDocument, content: string) {
  const made = await makeDocument(api, await makeNoteApp(api, 'Handbook'), 'Plan');
  await api.trpc.document.putContent.mutate({ documentId: made.id, content });
  await doc.open(made.path);
  await expect(doc.blocks).not.toHaveText('');
  await doc.toEnd();
  return made;
}

test('writing continues below a picture at the end, by a click or by keyboard @full', async ({
  owner,
  page,
}) => {
  const doc = new OpenDocument(page);
  const { id } = await opened(owner, doc, 'Before');
  await page.keyboard.press('Enter');
  await doc.pasteFile('dot.png', 'image/png', pngOf(60, 40));
  const picture = doc.blocks.getByRole('img').first();
  await expect(picture).toBeVisible();
  await doc.expectSaved();
  const box = await picture.boundingBox();
  if (!box) throw new Error('the picture is not there');
  await page.mouse.click(box.x + 20, box.y + box.height + 120);
  await doc.write('By a press');
  await expect(doc.blocks).toContainText('By a press');
  await expect(picture).toBeVisible();

  for (let n = 0; n < 'By a press'.length + 1; n += 1) await page.keyboard.press('Backspace');
  await expect(doc.blocks).not.toContainText('By');
  await picture.click();
  await page.keyboard.press('ArrowDown');
  await doc.write('By keyboard');
  await expect(doc.blocks).toContainText('By keyboard');
  await doc.expectSaved();
  const { content } = await owner.api.trpc.document.content.query({ documentId: id, format: 'markdown' });
  expect(content).toMatch(/^Before\n\n!\[.*\]\(.*\)\n\nBy keyboard\n$/u);
});

test('Select all selects the code first, and only then the document @full', async ({ owner, page }) => {
  const doc = new OpenDocument(page);
  await opened(owner, doc, 'Before\n\n```text\nold code\n```');
  await doc.blocks.getByText('old code').click();
  await page.keyboard.press('ControlOrMeta+a');
  await doc.write('new code');
  await expect(doc.blocks.locator('code')).toHaveText('new code');
  await expect(doc.blocks).toContainText('Before');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+a');
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toContain('Before');
});
