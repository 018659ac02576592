import type { Page } from '@playwright/test';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, type Owner, test } from '../support/test.ts';
import { words } from '../support/words.ts';

async function openPlan(page: Page, { api }: Owner, content: unknown) {
  const made = await makeDocument(api, await makeNoteApp(api, 'Handbook'), 'Plan');
  await api.trpc.document.putContent.mutate({ documentId: made.id, content: content as string });
  const doc = await new OpenDocument(page).open(made.path);
  const read = async () =>
    (await api.trpc.document.content.query({ documentId: made.id, format: 'markdown' })).content as string;
  return { doc, read, id: made.id, path: made.path };
}

test('Tab indents the selection, and Enter continues inside an open toggle @full', async ({
  owner,
  page,
}) => {
  const { doc, read } = await openPlan(
    page,
    owner,
    '- one\n- two\n- three\n\n<details>\n<summary>Details</summary>\n\n</details>',
  );
  await doc.toEndOf('two');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+End');
  await expect(page.locator('.bn-formatting-toolbar')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(doc.blocks).toBeFocused();
  await expect.poll(read).toContain('- one\n  - two\n  - three');

  const toggle = doc.blocks.locator('.bn-toggle-wrapper');
  await expect(toggle).toHaveAttribute('data-show-children', 'false');
  await toggle.locator('.bn-toggle-button').click();
  await doc.toEndOf('Details');
  await page.keyboard.press('Enter');
  await doc.write('inside');
  await doc.toEndOf('Details');
  await page.keyboard.press('Enter');
  await doc.write('before');
  await expect
    .poll(read)
    .toContain('<details>\n<summary>Details</summary>\n\nbefore\n\ninside\n\n</details>');
});

test('a new table has a header row and the width of the page @full', async ({ owner, page }) => {
  const { doc, id } = await openPlan(page, owner, 'Words');
  await doc.toEnd();
  await page.keyboard.press('Enter');
  await doc.write('/table');
  await page.getByRole('option', { name: 'Table' }).first().waitFor();
  await page.keyboard.press('Enter');
  await expect(doc.blocks.locator('th')).toHaveCount(3);
  const width = async () => (await doc.blocks.locator('th').first().boundingBox())?.width ?? 0;
  expect(await width()).toBeGreaterThan(180);
  await doc.write('Step');
  await doc.expectSaved();
  const { content } = await owner.api.trpc.document.content.query({ documentId: id });
  expect(JSON.stringify(content)).toContain('"headerRows":1');
});

test('the outline marks the heading being read @full', async ({ owner, page }) => {
  const lines = Array.from({ length: 40 }, (_, i) => `Line ${i}.`).join('\n\n');
  const { doc } = await openPlan(page, owner, `# First\n\n${lines}\n\n# Second\n\n${lines}\n\n# Third`);
  await doc.openPanel('outline');
  const outline = page.getByRole('region', { name: doc.words('panel.outline') });
  const current = outline.locator('[aria-current]');
  await outline.getByRole('button', { name: 'Second' }).click();
  await expect(current).toHaveText('Second');
  await page.locator('[data-document-scroll]').evaluate((frame) => frame.scrollTo(0, 600));
  await expect(current).toHaveText('First');
  await page.locator('[data-document-scroll]').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await expect(current).toHaveText('Third');
});

test('find continues when matches disappear @full', async ({ owner, page }) => {
  const { id } = await openPlan(page, owner, 'heron one\n\nheron two\n\nheron three');
  await page.keyboard.press('Control+f');
  const field = page.getByRole('textbox', { name: words('common:find.label') });
  await field.fill('heron');
  const status = page.getByRole('search').getByRole('status');
  await field.press('Enter');
  await field.press('Enter');
  await expect(status).toHaveText('3 of 3');
  await owner.api.trpc.document.content.query({ documentId: id });
  await owner.api.trpc.document.putContent.mutate({ documentId: id, content: 'heron one\n\nheron two' });
  await expect(status).toHaveText('2 of 2');
  await field.press('Enter');
  await expect(status).toHaveText('1 of 2');
});

test('no other toolbar appears while a model is asked @full', async ({ owner, page }) => {
  const { doc, id } = await openPlan(page, owner, 'Choose these words\n\nOther words');
  await doc.select('these words');
  await expect(page.locator('.bn-formatting-toolbar')).toBeVisible();
  await page.keyboard.press('Control+j');
  await expect(page.locator('.bn-formatting-toolbar')).toBeHidden();
  await owner.api.trpc.document.content.query({ documentId: id });
  const content = 'Choose these words\n\nOther words and more';
  await owner.api.trpc.document.putContent.mutate({ documentId: id, content });
  await expect(doc.blocks).toContainText('and more');
  await expect(page.locator('.bn-formatting-toolbar')).toBeHidden();
  await page.keyboard.press('Escape');
});

test('words beside a tiny picture wrap as lines, and a touch screen shows no shortcuts @full', async ({
  owner,
  page,
  openWindow,
}) => {
  const { doc, path } = await openPlan(page, owner, [
    { type: 'image', props: { url: 'https://example.test/a.png', name: 'a.png', previewWidth: 40 } },
    { type: 'paragraph' },
  ]);
  const load = doc.blocks.locator('.outside-media');
  expect((await load.boundingBox())?.width).toBeGreaterThan(200);

  const shortcut = (at: Page) =>
    at.locator('.bn-mt-suggestion-menu-item-section[data-position="right"]').first();
  await doc.toEnd();
  await doc.write('/head');
  await expect(shortcut(page)).toBeVisible();
  const touched = await openWindow(owner.state, { hasTouch: true, isMobile: true });
  const there = await new OpenDocument(touched).open(path);
  await there.toEnd();
  await there.write('/head');
  await expect(touched.getByRole('option').first()).toBeVisible();
  await expect(shortcut(touched)).toBeHidden();
});
