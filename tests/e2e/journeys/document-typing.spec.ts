import type { Page } from '@playwright/test';
import { openEditor } from '../../running/editor.ts';
import { firstText } from '../../running/hostile-changes.ts';
import { makeColleague } from '../support/colleague.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { InputMethod } from '../support/input-method.ts';
import { expect, type Owner, test } from '../support/test.ts';

async function opened({ api }: Owner, page: Page, content: string, name = 'Plan') {
  const made = await makeDocument(api, await makeNoteApp(api, 'Handbook'), name);
  if (content !== '') await api.trpc.document.putContent.mutate({ documentId: made.id, content });
  const doc = await new OpenDocument(page).open(made.path);
  await doc.toEnd();
  const read = async () =>
    (await api.trpc.document.content.query({ documentId: made.id, format: 'markdown' })).content;
  return { id: made.id, doc, read };
}

test('an input method finds blocks and people in a document’s menus @full', async ({
  owner,
  openWindow,
  installation,
}) => {
  for (let n = 0; n < 2; n += 1) await makeColleague(installation, 'Anna Alike');
  const { name } = (await owner.api.trpc.user.profile.query()) as { name: string };
  const page = await openWindow(owner.state, { locale: 'zh-CN' });
  const made = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Handbook'), 'Plan');
  await page.goto(made.path);
  const doc = new OpenDocument(page, 'zh-CN');
  await expect(doc.blocks).toBeVisible();
  await doc.toEnd();
  const method = await InputMethod.of(page);
  const options = page.getByRole('option');

  await test.step('composing keeps the menu open', async () => {
    await doc.write('/');
    await expect(options.first()).toBeVisible();
    await method.compose('biaoge', '表格');
    await expect(options).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(doc.blocks.locator('table')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(doc.blocks.locator('table')).toHaveCount(0);
  });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await test.step('by its Chinese name, after what a Chinese keyboard gives for a slash', async () => {
    await method.compose('、', '、');
    await expect(options.first()).toBeVisible();
    await method.compose('daiban', '待办');
    await expect(options).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(doc.blocks.locator('[data-content-type=checkListItem]')).toBeVisible();
    await doc.write('苹果、香蕉');
    await expect(options, 'a comma within a line is a comma').toHaveCount(0);
  });
  await test.step('people by a full-width sign, also several of one name', async () => {
    await page.keyboard.insertText('＠');
    await expect(options.first()).toBeVisible();
    await method.compose('ouyangxx', name);
    await expect(options.first()).toHaveText(name);
    await page.keyboard.press('Enter');
    await expect(doc.blocks.locator('[data-mention=user]')).toBeVisible();
  });
});

test('the document keeps the focus when a block is dragged and when Esc leaves the text @full', async ({
  owner,
  page,
}) => {
  const { doc, read } = await opened(owner, page, 'First\n\nSecond\n\nThird');
  await test.step('a moved block is moved back', async () => {
    await doc.blocks.getByText('Third').hover();
    const handle = page.locator('.bn-side-menu [draggable=true]');
    await expect(handle).toBeVisible();
    const first = (await doc.blocks.getByText('First').boundingBox()) as { x: number; y: number };
    await handle.hover();
    await page.mouse.down();
    await page.mouse.move(first.x + 30, first.y + 20, { steps: 6 });
    await page.mouse.move(first.x + 20, first.y + 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(read).toBe('First\n\nThird\n\nSecond\n');
    await expect(doc.blocks).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect.poll(read).toBe('First\n\nSecond\n\nThird\n');
  });
  await test.step('Esc clears a selection, then leaves the text, and Enter returns', async () => {
    await doc.toEndOf('Second');
    await page.keyboard.press('Shift+Home');
    await expect(page.locator('.bn-formatting-toolbar')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('.bn-formatting-toolbar')).toHaveCount(0);
    await expect(doc.blocks).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('note').filter({ hasText: doc.words('editor.left') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(doc.blocks).toBeFocused();
    await doc.write('My ');
    await expect.poll(read).toBe('First\n\nMy Second\n\nThird\n');
  });
  await test.step('words typed right after a selection and a key go where the key moved', async () => {
    for (let round = 0; round < 5; round += 1) {
      await doc.select('Third');
      // The library updates a mouse selection again after the button is released; nobody presses End before
      // that.
      await page.evaluate(() => new Promise((done) => setTimeout(done)));
      await page.keyboard.press('End');
      await doc.write(`+${round}`);
    }
    await expect.poll(read).toBe('First\n\nMy Second\n\nThird+0+1+2+3+4\n');
  });
});

test('words go to the cursor, however fast others write @full', async ({ owner, page, installation }) => {
  const { id, doc, read } = await opened(owner, page, 'Theirs\n\nFirst\n\nSecond');
  const colleague = await makeColleague(installation, 'Wanda Writer');
  const other = await openEditor(installation.url, id, colleague.token);
  const text = firstText(other.doc);
  const writing = setInterval(() => text.insert(text.length, 'x'), 4);
  try {
    for (let round = 0; round < 30; round += 1) {
      await doc.blocks.getByText(round % 2 === 0 ? /^First/ : /^Second/).click();
      await page.keyboard.press('End');
      await page.keyboard.type(`+${round}`);
    }
  } finally {
    clearInterval(writing);
    other.close();
  }
  const written = (line: number) => Array.from({ length: 15 }, (_, n) => `+${2 * n + line}`).join('');
  await expect
    .poll(async () =>
      String(await read())
        .split(/\n+/u)
        .slice(1, 3),
    )
    .toEqual([`First${written(0)}`, `Second${written(1)}`]);
});

test('a key right after another is inserted at the new cursor, also on a busy page @full', async ({
  owner,
  page,
}) => {
  const { doc, read } = await opened(owner, page, 'First\n\nLast');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await doc.toEnd();
  for (let round = 0; round < 20; round += 1) {
    await page.keyboard.press(round % 2 === 0 ? 'Control+Home' : 'Control+End');
    await page.keyboard.type('+');
  }
  await expect
    .poll(async () => String(await read()).trim())
    .toBe(`${'+'.repeat(10)}First\n\nLast${'+'.repeat(10)}`);
});

test('a long title is shown in full when a panel takes its space @full', async ({ owner, page }) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  const { doc } = await opened(owner, page, '', 'How we travel to customers and what we do there all day');
  const isWhole = () => doc.title.evaluate((field) => field.scrollHeight <= field.clientHeight);
  await expect.poll(isWhole).toBe(true);
  const before = await doc.title.evaluate((field) => field.clientHeight);
  await doc.openPanel('discussion');
  await expect.poll(() => doc.title.evaluate((field) => field.clientHeight)).toBeGreaterThan(before);
  expect(await isWhole()).toBe(true);
});

test('code continues on its next line and is left by keyboard, a diagram follows the theme, a small outside picture is readable @full', async ({
  owner,
  page,
}) => {
  const { doc, read } = await opened(
    owner,
    page,
    'Before\n\n---\n\n```mermaid\nflowchart LR\n  A --> B\n```',
  );
  await test.step('code', async () => {
    await doc.toEndOf('Before');
    await page.keyboard.press('Enter');
    await doc.write('```ts ');
    const code = doc.blocks.locator('.code-block').first();
    await expect(code.getByLabel(doc.words('block.language'))).toHaveValue('typescript');
    await doc.write('if (late) {');
    await page.keyboard.press('Enter');
    await doc.write('  go();');
    await page.keyboard.press('Enter');
    await doc.write('stop();');
    await page.keyboard.press('Control+Enter');
    await doc.write('After');
    await expect
      .poll(read)
      .toContain('Before\n\n```ts\nif (late) {\n  go();\n  stop();\n```\n\nAfter\n\n---');
  });
  await test.step('a divider shows that it is selected', async () => {
    const divider = doc.blocks.locator('hr');
    await divider.click();
    await expect(divider).toHaveCSS('outline-style', 'solid');
  });
  await test.step('a diagram', async () => {
    const picture = doc.blocks.locator('.code-diagram svg');
    await expect(picture).toBeVisible();
    const before = await picture.getAttribute('id');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(picture).not.toHaveAttribute('id', before ?? '');
  });
  await test.step('a small picture', async () => {
    const content = '<img src="https://example.test/a/dot.png" width="40">';
    const documentId = page.url().split('/').at(-1) ?? '';
    await owner.api.trpc.document.append.mutate({ documentId, content, format: 'html' });
    const button = doc.blocks.locator('button.outside-media');
    await expect(button).toBeVisible();
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(height);
  });
});
