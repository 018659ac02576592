import type { WebSocketRoute } from '@playwright/test';
import { makeColleague } from '../support/colleague.ts';
import { everything, makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, type Owner, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
);
/** A gain or loss of rights shows within this time, in milliseconds. */
const KNOWN_WITHIN = 5_000;

async function freshDocument({ api }: Owner, name = 'Plan') {
  return makeDocument(api, await makeNoteApp(api, 'Handbook'), name);
}

test('two people edit one document together, and see each other’s cursors', async ({
  owner,
  page,
  installation,
  openWindow,
}) => {
  const { path } = await freshDocument(owner);
  const cora = await makeColleague(installation, 'Cora Colleague');
  const other = await openWindow(stateOf(installation.url, cora.token));
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

test('an app of documents begins empty; a new document is named, written, and listed in the tree', async ({
  owner,
  page,
}) => {
  const appId = await makeNoteApp(owner.api, 'Minutes');
  // High enough for the whole tree, since only visible rows are rendered.
  await page.setViewportSize({ width: 1280, height: 6000 });
  await page.goto(`/note/${appId}`);
  const tree = page.getByRole('tree');
  await expect(tree.getByText(words('workspace:app.noChannels_note'))).toBeVisible();
  await page.getByRole('button', { name: words('document:note.new'), exact: true }).click();
  const doc = new OpenDocument(page);
  await expect(doc.blocks).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: words('document:untitled') })).toBeVisible();
  await expect(doc.title).toBeFocused();
  await doc.write('Meeting of Monday');
  await page.keyboard.press('Enter');
  await expect(doc.blocks).toBeFocused();
  await doc.write('Nobody was late.');
  await doc.expectSaved();
  await expect(page.getByRole('treeitem', { name: 'Meeting of Monday' })).toBeVisible();
  await page.goto(`/note/${appId}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Meeting of Monday/ })
    .click();
  await expect(doc.blocks).toHaveText('Nobody was late.');
});

test('changes made offline are kept, reported, and merged on return', async ({
  owner,
  page,
  context,
  openWindow,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/);
  const { path } = await freshDocument(owner);
  // Taking the network away leaves open sockets as they are.
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/api\/collab/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  const mine = await new OpenDocument(page).open(path);
  const other = await new OpenDocument(await openWindow()).open(path);
  await mine.toEnd();
  await mine.write('Before.');
  await mine.expectSaved();
  await context.setOffline(true);
  await Promise.all(sockets.map((socket) => socket.close()));
  await expect(page.getByText(mine.words('notice.offline.title'))).toBeVisible();
  await mine.write(' Alone.');
  await expect(page.getByText(mine.words('state.kept'))).toBeVisible();
  await other.toEnd();
  await page.keyboard.press('Enter');
  await other.write(' Meanwhile.');
  await other.expectSaved();
  await context.setOffline(false);
  await mine.expectSaved();
  await expect(mine.blocks).toContainText('Meanwhile.');
  await expect(other.blocks).toContainText('Alone.');
  await expect(page.getByText(mine.words('notice.offline.title'))).toBeHidden();
});

test('a viewer cannot write, and can within seconds of being allowed to', async ({
  owner,
  installation,
  openWindow,
}) => {
  const { id, path } = await freshDocument(owner);
  const rita = await makeColleague(installation, 'Rita Reader');
  const { channel } = owner.api.trpc;
  await channel.setVisibility.mutate({ channelId: id, visibility: 'private' });
  const users = (permission: 'view' | 'edit') => [{ userId: rita.id, permission }];
  await owner.api.trpc.grant.share.mutate({ channelId: id, users: users('view') });
  const page = await openWindow(stateOf(installation.url, rita.token));
  const doc = await new OpenDocument(page).open(path);
  await expect(page.getByText(doc.words('notice.readOnly'))).toBeVisible();
  await expect(doc.blocks).toHaveAttribute('contenteditable', 'false');
  await owner.api.trpc.grant.share.mutate({ channelId: id, users: users('edit') });
  await expect(doc.blocks).toHaveAttribute('contenteditable', 'true', { timeout: KNOWN_WITHIN });
  await doc.toEnd();
  await doc.write('Now I can.');
  await doc.expectSaved();
});

test('an untitled document does not steal the focus when it becomes editable @full', async ({
  owner,
  installation,
  openWindow,
}) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { id } = await owner.api.trpc.channel.create.mutate({ appId, kind: 'document' });
  await owner.api.trpc.app.setPermission.mutate({ appId, permission: 'view' });
  const rita = await makeColleague(installation, 'Rita Reader');
  const page = await openWindow(stateOf(installation.url, rita.token));
  const doc = await new OpenDocument(page).open(`/note/${appId}/c/${id}`);
  await page.keyboard.press('Control+f');
  const find = page.getByLabel(words('common:find.label'), { exact: true });
  await find.fill('launch');
  await owner.api.trpc.app.setPermission.mutate({ appId, permission: 'edit' });
  await expect(doc.title).toBeEditable({ timeout: KNOWN_WITHIN });
  await expect(doc.blocks).toHaveAttribute('contenteditable', 'true', { timeout: KNOWN_WITHIN });
  await expect(find).toBeFocused();
});

test('a table is created and filled by keyboard alone', async ({ owner, page }) => {
  const { path } = await freshDocument(owner);
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  await doc.write('/table');
  await expect(page.getByRole('option', { name: /Table/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(doc.blocks.locator('table')).toBeVisible();
  for (const cell of ['Task', 'Who', 'Until']) {
    await doc.write(cell);
    await page.keyboard.press('Tab');
  }
  await expect(doc.blocks.locator('tr').first()).toHaveText('TaskWhoUntil');
  await doc.expectSaved();
});

test('a pasted picture stays, for all readers of the document', async ({
  owner,
  page,
  installation,
  openWindow,
}) => {
  const { path } = await freshDocument(owner);
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  await doc.pasteFile('square.png', 'image/png', PNG);
  const picture = doc.blocks.locator('img[src*="/api/files/"]');
  await expect(picture).toBeVisible();
  await doc.expectSaved();
  const cora = await makeColleague(installation, 'Cora Colleague');
  const other = await new OpenDocument(await openWindow(stateOf(installation.url, cora.token))).open(path);
  const hers = other.blocks.locator('img[src*="/api/files/"]');
  await expect(hers).toBeVisible();
  await expect.poll(() => hers.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(10);
});

test('people and documents are mentioned by @, and link to them', async ({ owner, page }) => {
  const appId = await makeNoteApp(owner.api, 'Wiki');
  const { path: goal } = await makeDocument(owner.api, appId, 'Zebra crossing');
  const { path } = await makeDocument(owner.api, appId, 'Streets');
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  await doc.write('See @Zebra');
  await expect(page.getByRole('option', { name: /Zebra crossing/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(doc.blocks.locator('.mention')).toHaveText('@Zebra crossing');
  await doc.expectSaved();
  await doc.blocks.locator('.mention').click();
  await expect(page).toHaveURL(goal);
});

test('words are found, headings listed, and the conversation is beside the text', async ({ owner, page }) => {
  const { path } = await freshDocument(owner);
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  await doc.paste(everything);
  await doc.expectSaved();
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: words('common:find.label') }).fill('the');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^1 of \d+$/);
  await page.keyboard.press('Escape');

  await doc.button('panel.outline').click();
  const outline = page.getByRole('region', { name: doc.words('panel.outline') });
  await expect(outline.getByRole('button', { name: 'Who does what' })).toBeVisible();
  await doc.button('panel.chat').click();
  const chat = page.getByRole('region', { name: doc.words('panel.chat') });
  await chat.getByRole('textbox').fill('[[say It is fine.]] Is this fine?');
  await page.keyboard.press('Enter');
  await expect(chat.getByText('It is fine.', { exact: true })).toBeVisible();
  await expect(doc.blocks).toBeVisible();
});

test('a diagram begins with an example to replace @full', async ({ owner, page }) => {
  const { path } = await freshDocument(owner);
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  await doc.write('/diagram');
  await expect(page.getByRole('option', { name: doc.words('slash.diagram') })).toBeVisible();
  await page.keyboard.press('Enter');
  const code = doc.blocks.locator('.code-block code');
  await expect(code).toContainText('A[Idea]');
  await doc.write('pie');
  await expect(code).toHaveText('pie');
});

test('a failed picture leaves a placeholder to add it again @full', async ({ owner, page, problems }) => {
  problems.expect(/Failed to load resource/);
  const { path } = await freshDocument(owner);
  const doc = await new OpenDocument(page).open(path);
  await doc.toEnd();
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  await page.route('**/api/files/upload', async (route) => {
    await told;
    await route.abort();
  });
  await doc.pasteFile('square.png', 'image/png', PNG);
  await expect(doc.blocks.getByText(doc.words('upload.loading'))).toBeVisible();
  tell();
  await expect(doc.blocks.locator('.bn-add-file-button')).toBeVisible();
  await expect(doc.blocks.getByText(doc.words('upload.loading'))).toHaveCount(0);
});

test('a document prints dark on white, whatever the theme @full', async ({ owner, page }) => {
  const { id, path } = await freshDocument(owner);
  await owner.api.trpc.document.putContent.mutate({ documentId: id, content: everything });
  const doc = await new OpenDocument(page).open(path);
  const colours = () =>
    doc.blocks.evaluate((editor) =>
      ['th', '.code-block', 'pre', 'blockquote', 'a'].map((each) => {
        const { color, backgroundColor } = getComputedStyle(editor.querySelector(each) ?? editor);
        return { each, color, backgroundColor };
      }),
    );
  await expect(doc.blocks.locator('th').first()).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  const inLight = await colours();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  expect(await colours()).toEqual(inLight);
});
