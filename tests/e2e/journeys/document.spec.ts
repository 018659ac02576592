import { makeColleague } from '../support/colleague.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, stateOf, test } from '../support/test.ts';

test('two people write one document together, and see each other’s cursors', async ({
  owner,
  page,
  stage,
  openWindow,
}) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { path } = await makeDocument(owner.api, appId, 'Plan');
  const cora = await makeColleague(stage, 'Cora Colleague');
  const other = await openWindow(stateOf(stage.url, cora.token));
  const mine = await new OpenDocument(page).open(path);
  const hers = await new OpenDocument(other).open(path);

  await mine.toEnd();
  await mine.write('What Olive wrote.');
  await mine.expectSaved();
  await expect(hers.blocks).toContainText('What Olive wrote.');
  await hers.toEnd();
  await hers.write(' And Cora went on.');
  await expect(mine.blocks).toContainText('What Olive wrote. And Cora went on.');
  await expect(mine.blocks.locator('.cursor-name')).toHaveText('Cora Colleague');
  await expect(hers.blocks.locator('.cursor-name')).toHaveText('Olive Owner');

  await page.reload();
  await expect(mine.blocks).toContainText('What Olive wrote. And Cora went on.');
});
