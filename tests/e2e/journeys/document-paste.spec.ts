import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, test } from '../support/test.ts';

test('plain lines become paragraphs with their tabs, without blocking the page @full', async ({
  owner,
  page,
}) => {
  const { api } = owner;
  const made = await makeDocument(api, await makeNoteApp(api, 'Log'), 'Day');
  const doc = await new OpenDocument(page).open(made.path);
  const blocks = async () =>
    (await api.trpc.document.content.query({ documentId: made.id })).content as {
      type: string;
      content: { text: string }[];
    }[];
  const said = async () => (await blocks()).map(({ content }) => content.map(({ text }) => text).join(''));

  await doc.toEnd();
  const lines = Array.from({ length: 2_000 }, (_, i) => `${i}\tsnake_case_${i}  and 2*3*${i}`);
  const took = await doc.blocks.evaluate((editor, plain) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', plain);
    const before = performance.now();
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    return performance.now() - before;
  }, lines.join('\r\n'));
  expect(took).toBeLessThan(3_000);
  await expect(doc.blocks.getByText('1999')).toBeAttached();
  // Two thousand blocks take their time to be judged and stored on a busy machine.
  await doc.expectSaved(60_000);
  await expect.poll(async () => (await said()).filter((line) => line !== '')).toEqual(lines);
  expect(new Set((await blocks()).map(({ type }) => type))).toEqual(new Set(['paragraph']));

  await test.step('within a line, keeping the text after it', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(doc.blocks.getByText('1999')).toHaveCount(0);
    await doc.write('beforeafter');
    for (const _ of 'after') await page.keyboard.press('ArrowLeft');
    await doc.paste(' one\ntwo\n\nthree ');
    await doc.write('!');
    await expect.poll(async () => (await said()).join('|')).toMatch(/^before one\|two\|three !after/);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
  });

  await test.step('Markdown is parsed as such', async () => {
    await doc.paste('# Agenda\n\n- [ ] first\n- [ ] second');
    await expect(doc.blocks.getByRole('heading', { name: 'Agenda' })).toBeVisible();
    await doc.toEnd();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await doc.paste('one **bold** line\nanother line');
    await expect(doc.blocks.locator('strong')).toHaveText('bold');
    await expect(
      doc.blocks.locator('.bn-inline-content').getByText('another line', { exact: true }),
    ).toBeVisible();
  });

  await test.step('text too long for a page is refused with a hint to import it', async () => {
    await doc.paste('line\n'.repeat(6_000));
    await expect(page.getByText(doc.words('paste.tooLong'))).toBeVisible();
  });
});
