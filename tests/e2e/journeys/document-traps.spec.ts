import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

/** Known data losses of such editors, as they show in a browser. */
const say = (key: string) => words(`discussion:${key}`);

test('the first keys of two people in an empty document are all kept @full', async ({
  owner,
  page,
  installation,
  openWindow,
}) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { id: documentId, path } = await makeDocument(owner.api, appId, 'Empty');
  const cora = await makeColleague(installation, 'Cora Colleague');
  const mine = await new OpenDocument(page).open(path);
  const hers = await new OpenDocument(await openWindow(stateOf(installation.url, cora.token))).open(path);
  await Promise.all([mine.toEnd(), hers.toEnd()]);
  await Promise.all([mine.write('olive'), hers.write('cora')]);
  await Promise.all([mine.expectSaved(), hers.expectSaved()]);
  await page.reload();
  await expect(mine.blocks).toBeVisible();
  const { content } = await owner.api.trpc.document.content.query({ documentId, format: 'markdown' });
  expect([...String(content).replaceAll(/\s/gu, '')].sort()).toEqual([...'olivecora'].sort());
});

test('opening a document whose discussions fail to load changes nothing in it @full', async ({
  owner,
  page,
}) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { id: documentId, path } = await makeDocument(owner.api, appId, 'Plan');
  const { document, discussion } = owner.api.trpc;
  await document.putContent.mutate({ documentId, content: 'We launch in April.' });
  const { content } = await document.content.query({ documentId, format: 'blocks' });
  const blockId = typeof content === 'string' ? '' : (content[0]?.id ?? '');
  const anchor = { blockId, quote: 'April' };
  const { discussionId } = await discussion.create.mutate({ documentId, text: 'Why?', anchor });
  const { seq } = await document.get.query({ documentId });
  let isHeld = true;
  await page.routeWebSocket(/api\/live/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!isHeld || !String(message).includes('live.document')) server.send(message);
    });
  });
  const doc = await new OpenDocument(page).open(path);
  const mark = doc.blocks.locator(`[data-bn-thread-id="${discussionId}"]`);
  await expect(mark).toHaveText('April');
  await doc.openPanel('discussion');
  await page.waitForTimeout(1_000);
  expect((await document.get.query({ documentId })).seq).toBe(seq);
  await doc.toEnd();
  await doc.write(' Or in May.');
  await doc.expectSaved();
  await expect(mark).toHaveText('April');
  isHeld = false;
  await page.reload();
  await expect(mark).toHaveText('April');
  await doc.openPanel('discussion');
  await expect(page.getByRole('list', { name: say('list.label') })).toContainText('Why?');
});

test('a reply and a new comment written at once are both kept @full', async ({ owner, page }) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { id: documentId, path } = await makeDocument(owner.api, appId, 'Plan');
  const { document, discussion } = owner.api.trpc;
  await document.putContent.mutate({ documentId, content: 'We launch in April.' });
  await discussion.create.mutate({ documentId, text: 'Who is we?' });
  const doc = await new OpenDocument(page).open(path);
  await doc.openPanel('discussion');
  const reply = page.getByRole('textbox', { name: say('reply') });
  await reply.fill('All of us.');
  await doc.toEnd();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.press('Control+Alt+m');
  const draft = page.getByRole('textbox', { name: say('draft') });
  await draft.fill('Which year?');
  // Both have drafts; one is sent, then the other.
  await expect(reply).toHaveValue('All of us.');
  await reply.press('Enter');
  await expect(draft).toHaveValue('Which year?');
  await draft.press('Enter');
  const threads = page.getByRole('list', { name: say('list.label') });
  await expect(threads).toContainText('All of us.');
  await expect(threads).toContainText('Which year?');
  const { list } = await discussion.list.query({ documentId });
  expect(list.flatMap(({ comments }) => comments.map(({ text }) => text)).sort()).toEqual([
    'All of us.',
    'Which year?',
    'Who is we?',
  ]);
});

test('the text, its dialogs and a phone’s keyboard are exposed to assistive technology @full', async ({
  owner,
  page,
}) => {
  const appId = await makeNoteApp(owner.api, 'Handbook');
  const { id: documentId, path } = await makeDocument(owner.api, appId, 'Shopping');
  const content = '- [x] Bread\n- [ ] Milk';
  await owner.api.trpc.document.putContent.mutate({ documentId, content });
  const doc = await new OpenDocument(page).open(path);
  await expect(doc.blocks).toHaveAccessibleName('Shopping');
  await expect(page.getByRole('checkbox', { name: 'Bread' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Milk' })).not.toBeChecked();
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute(
    'content',
    /interactive-widget=resizes-content/,
  );
  await expectAccessible(page, 'a document with boxes');
});
