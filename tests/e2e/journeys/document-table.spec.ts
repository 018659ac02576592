import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('a table’s buttons have names and do not overlap, also in its first row @full', async ({
  owner,
  page,
}) => {
  const { api } = owner;
  const made = await makeDocument(api, await makeNoteApp(api, 'Tables'), 'Table');
  const content = '| Step | Who |\n| --- | --- |\n| Texts | Cora |\n| Photos | Olive |';
  await api.trpc.document.putContent.mutate({ documentId: made.id, content });
  const doc = await new OpenDocument(page).open(made.path);
  for (const cell of ['Step', 'Texts']) {
    await doc.blocks.getByText(cell, { exact: true }).hover();
    const names = ['table.row', 'table.column', 'table.cell'];
    const buttons = names.map((name) => doc.button(name));
    const boxes: { x: number; y: number; width: number; height: number }[] = [];
    for (const button of buttons) {
      await expect(button).toBeVisible();
      boxes.push((await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 });
    }
    const sides = page.locator('.bn-side-menu button');
    for (const side of await sides.all()) {
      const box = await side.boundingBox();
      if (box) boxes.push(box);
    }
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1)) {
        const isApart =
          a.x + a.width <= b.x + 0.5 ||
          b.x + b.width <= a.x + 0.5 ||
          a.y + a.height <= b.y + 0.5 ||
          b.y + b.height <= a.y + 0.5;
        expect(isApart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
      }
  }
  await expectAccessible(page, 'a table with its buttons');
});

test('a reader scrolls a wide table by keyboard, and narrow ones are not tab stops @full', async ({
  owner,
  installation,
  openWindow,
}) => {
  const { api } = owner;
  const made = await makeDocument(api, await makeNoteApp(api, 'Tables'), 'Wide table');
  const row = (cell: string, columns: number) =>
    `| ${Array.from({ length: columns }, () => cell).join(' | ')} |`;
  const table = (columns: number) =>
    [row('Words', columns), row('---', columns), row('Unbreakable', columns)].join('\n');
  const content = `${table(2)}\n\nBetween\n\n${table(24)}\n`;
  await api.trpc.document.putContent.mutate({ documentId: made.id, content });
  await api.trpc.app.setPermission.mutate({ appId: made.appId, permission: 'view' });
  const cora = await makeColleague(installation, 'Cora Colleague');
  const page = await openWindow(stateOf(installation.url, cora.token));
  const doc = await new OpenDocument(page).open(made.path);
  const wide = page.getByRole('region', { name: words('document:table.wide') });
  await expect(wide).toHaveCount(1);
  await expect(doc.blocks).toContainText('Between');
  await wide.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => wide.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await expectAccessible(page, 'a wide table that is read');
});
