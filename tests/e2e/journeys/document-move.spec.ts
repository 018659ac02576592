import path from 'node:path';
import { expectAccessible, expectColoursAccessible } from '../support/axe.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { Sidebar } from '../support/sidebar.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const pictures = path.resolve(import.meta.dirname, '../../../test-results/screens');

test('a document is moved into another app, with its children, by keyboard', async ({ owner, page }) => {
  const from = await makeNoteApp(owner.api, 'Drafts of the week');
  const to = await makeNoteApp(owner.api, 'Company handbook');
  const plan = await makeDocument(owner.api, from, 'How we travel');
  const { trpc } = owner.api;
  await trpc.channel.create.mutate({
    ...{ appId: from, kind: 'document', name: 'Expenses', parentId: plan.id },
  });
  await makeDocument(owner.api, to, 'How we work');
  await page.setViewportSize({ width: 1280, height: 2000 });
  const doc = await new OpenDocument(page).open(plan.path);
  await doc.toEnd();
  await doc.write('By train.');
  await doc.expectSaved();

  const side = new Sidebar(page);
  await side.choose('How we travel', 'menu.moveTo');
  const dialog = page.getByRole('dialog');
  const option = (name: string) => dialog.getByRole('option', { name });
  await expect(option('Drafts of the week')).toHaveAttribute('aria-disabled', 'true');
  await expect(option('Expenses'), 'not below itself').toBeHidden();
  await dialog.getByRole('combobox').fill('how we');
  await expect(option('How we work')).toHaveAttribute('aria-selected', 'true');
  const audience = words('workspace:move.audience', { app: 'Company handbook' });
  await expect(dialog.getByText(audience)).toBeVisible();
  await expectAccessible(page, 'moving into another app');
  await page.screenshot({ path: path.join(pictures, 'document-move-light.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectColoursAccessible(page, 'moving into another app, dark');
  await page.screenshot({ path: path.join(pictures, 'document-move-dark.png') });
  await page.emulateMedia({ colorScheme: 'light' });
  const stored = page.waitForResponse(/channel\.move/);
  await page.keyboard.press('Enter');
  await stored;
  await expect(dialog).toBeHidden();

  const within = (name: string) => side.levelOf(name);
  await expect.poll(() => within('How we travel')).toBe((await within('How we work')) + 1);
  const moved = await trpc.channel.list.query({ appId: to });
  expect(moved.map(({ name }) => name).sort()).toEqual(['Expenses', 'How we travel', 'How we work']);
  // People who have it open continue, at its old address and at the new one.
  await doc.toEnd();
  await doc.write(' Or by bike.');
  await doc.expectSaved();
  await page.reload();
  await expect(doc.blocks).toHaveText('By train. Or by bike.');
  await doc.open(`/note/${to}/c/${plan.id}`);
  await expect(doc.blocks).toHaveText('By train. Or by bike.');
  await expect(page.getByRole('navigation', { name: words('workspace:channel.path') })).toContainText(
    'Company handbook',
  );
});
