import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { makeMessage } from '@tandem/db/testing/factories/index';
import { expectAccessible } from '../support/axe.ts';
import { Conversation } from '../support/conversation.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { openHome } from '../support/home.ts';
import type { Installation } from '../support/installation.ts';
import { SearchPalette } from '../support/search.ts';
import { currentMark, makeSources, pagesOf } from '../support/sources.ts';
import { expect, makeChannel, type Owner, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('a channel is found by part of its name, and opened by keyboard alone @full', async ({
  page,
  owner,
}) => {
  const { path } = await makeChannel(owner, 'Überraschung im Juni');
  await makeChannel(owner, 'Something else');
  await openHome(page);
  const palette = await new SearchPalette(page).open();
  await expect(palette.group('recent')).toBeVisible();
  await palette.field.fill('juni uber');
  await expect(palette.active).toContainText('Überraschung im Juni');
  await expect(palette.field).toHaveAttribute(
    'aria-activedescendant',
    (await palette.active.getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path);
  await expect(palette.field).toBeHidden();
});

test('text typed right after the shortcut is searched for, however late the palette loads @full', async ({
  page,
  owner,
  freshChannel,
}) => {
  const { name } = await makeChannel(owner, 'Quick fox');
  const loaded = Promise.withResolvers<void>();
  await page.route(/CommandPalette-.*\.js/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.composer.focus();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('quick ');
  loaded.resolve();
  const palette = new SearchPalette(page);
  await expect(palette.field).toHaveValue('quick ');
  await page.keyboard.type('fox');
  await expect(palette.active).toContainText(name);
  await expect(chat.composer).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(chat.composer).toBeFocused();
});

test('an old message is found by its words and opened, and the conversation continues from there', async ({
  page,
  owner,
  installation,
  freshChannel,
}) => {
  const chat = new Conversation(page);
  await say(owner, freshChannel.id, 'The heron lands at dawn');
  await fillChannel(installation, freshChannel.id, 300);
  await openHome(page);
  const palette = await new SearchPalette(page).open();
  await palette.find('heron daw');
  const hit = palette.group('message').getByRole('option').first();
  await expect(hit).toContainText('The heron lands at dawn');
  await expect(hit.locator('mark')).toHaveText(['heron', 'daw']);
  await expect(
    page.getByRole('status').filter({ hasText: words('search:count_one', { count: 1 }) }),
  ).toHaveCount(1);
  await hit.click();
  await expect(page).toHaveURL(freshChannel.path);
  const message = page.locator(`[data-found] article`).filter({ hasText: 'The heron lands at dawn' });
  await expect(message).toBeInViewport();
  await expect
    .poll(() =>
      page.evaluate(() => [...(CSS.highlights.get('message-asked') ?? [])].map((range) => String(range))),
    )
    .toEqual(['heron', 'daw']);
  // The end is one press away and alive.
  await page.getByRole('button', { name: words('chat:list.jump') }).click();
  await chat.send('[[say still here]] And now?');
  await chat.expectAnswer('still here');
});

test('a message of the open channel is scrolled to without leaving it, twice @full', async ({
  page,
  owner,
  installation,
  freshChannel,
}) => {
  await say(owner, freshChannel.id, 'Pelican first');
  await fillChannel(installation, freshChannel.id, 60);
  const chat = await new Conversation(page).open(freshChannel.path);
  const palette = new SearchPalette(page);
  for (let time = 0; time < 2; time++) {
    await palette.open();
    await palette.field.fill('pelican');
    await palette.group('message').getByRole('option').first().click();
    await expect(page.locator('[data-found]')).toContainText('Pelican first');
    await expect(page.locator('[data-found]')).toBeInViewport();
    await page.getByRole('button', { name: words('chat:list.jump') }).click();
    await expect(chat.questions.filter({ hasText: 'Pelican first' })).not.toBeInViewport();
  }
});

test('a document opens at the words found, and a comment at itself', async ({ page, owner }) => {
  const { api } = owner;
  const made = await makeDocument(api, await makeNoteApp(api, 'Birds'), 'Field notes');
  const lines = Array.from({ length: 300 }, (_, i) => `The river on day ${i + 1}.`);
  const content = [...lines, 'At dusk the heron lands.', ...lines].join('\n\n');
  await api.trpc.document.putContent.mutate({ documentId: made.id, content });
  await api.trpc.document.content.query({ documentId: made.id });
  await api.trpc.discussion.create.mutate({
    documentId: made.id,
    text: 'Was it a bittern?',
  });
  await openHome(page);
  const palette = await new SearchPalette(page).open();
  await palette.find('the heron');
  const hit = palette.group('document').getByRole('option');
  await expect(hit).toContainText('At dusk the heron lands.');
  await hit.click();
  const doc = new OpenDocument(page);
  const line = doc.blocks.getByText('At dusk the heron lands.');
  await expect(line).toBeInViewport();
  await expect(page).toHaveURL(made.path);
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('document-asked') ?? [])].map((range) => String(range)));
  await expect.poll(marked).toEqual(['the heron']);

  // From within the document too, as often as one likes.
  await page.keyboard.press('Control+Home');
  await expect(line).not.toBeInViewport();
  expect(await marked()).toEqual([]);
  await palette.open();
  await palette.field.fill('the heron');
  await palette.group('document').getByRole('option').click();
  await expect(line).toBeInViewport();

  await palette.open();
  await palette.find('bittern');
  const comment = palette.group('comment').getByRole('option');
  await expect(comment).toContainText('Was it a bittern?');
  await expect(comment).toContainText('Birds / Field notes');
  await expectAccessible(page, 'a comment that was found');
  await comment.click();
  await expect(page.locator('li[data-focused]')).toContainText('Was it a bittern?');
  await expect(page).toHaveURL(made.path);
});

test('a page of a source is found, and opens in its chat or its dataset with the words marked', async ({
  page,
  owner,
}) => {
  const { api } = owner;
  const bytes = await pdfFile([['The ferry leaves at noon.'], ['The bittern nests in the reeds.']]);
  const { app, path, sources } = await makeSources(api, { 'Birds.pdf': bytes });
  await pagesOf(api, sources[0]?.id ?? '');
  const text = Array.from({ length: 60 }, (_, i) =>
    `Egrets of the ${i + 1}th pond are white and tall.`.repeat(60),
  );
  text.push('The bittern was heard in April.');
  const dataset = await api.trpc.channel.create.mutate({ appId: app.id, kind: 'dataset', name: 'Reeds' });
  const added = await api.trpc.source.addText.mutate({
    datasetId: dataset.id,
    name: 'Diary',
    text: text.join('\n\n'),
  });
  await pagesOf(api, added.id);
  await openHome(page);
  const palette = await new SearchPalette(page).open();
  await palette.find('the bitter');
  const hits = palette.group('source').getByRole('option');
  const nests = hits.filter({ hasText: 'The bittern nests' });
  await expect(nests).toContainText('Birds.pdf');
  await expect(nests).toContainText(words('search:page', { label: '2' }));
  await expect(nests.locator('mark')).toHaveText(['The', 'bitter', 'the']);
  await expectAccessible(page, 'sources that were found');
  await nests.click();
  await expect(page).toHaveURL(new RegExp(path));
  await expect.poll(() => currentMark(page)).toEqual({ page: 2, words: 'The bittern nests in the' });

  await palette.open();
  await palette.find('bittern heard');
  await hits.filter({ hasText: 'Diary' }).click();
  await expect(page).toHaveURL(new RegExp(dataset.id));
  await expect.poll(async () => (await currentMark(page))?.words).toBe('bittern was heard');
  await expect(page.getByText('The bittern was heard in April.')).toBeInViewport();
});

test('more documents load by scrolling, by the keys and by a click @full', async ({
  page,
  owner,
  problems,
}) => {
  const { api } = owner;
  const appId = await makeNoteApp(api, 'Birds');
  const ids: string[] = [];
  for (let i = 1; i <= 50; i += 1) {
    const content = `${'The river. '.repeat(60)}\n\nThe heron lands at dawn ${i}.`;
    const { id } = await api.trpc.document.create.mutate({ appId, name: `Day ${i}`, content });
    await api.trpc.document.content.query({ documentId: id });
    ids.push(id);
  }
  await openHome(page);
  const palette = await new SearchPalette(page).open();
  await palette.find('heron lands');
  await page.getByRole('button', { name: words('search:more.document') }).click();
  const hits = palette.group('document').getByRole('option');
  const more = palette.options.filter({ hasText: words('search:moreResults') });
  await expect(hits).toHaveCount(20);
  await expect(palette.field).toBeFocused();
  await expectAccessible(page, 'the first of many documents');

  // By keyboard: the last line loads more, and the first new one is next.
  await palette.active.and(hits.first()).waitFor();
  await page.keyboard.press('ArrowUp');
  await expect(hits).toHaveCount(40);
  await expect(palette.active).toContainText('The heron lands at dawn 30.');
  await expect(palette.active).toBeInViewport();

  // A page that fails is asked for again when its reader says so.
  problems.expect(/status of 503/, /status of 500/);
  await page.route('**/api/search.find?*', (route) => route.fulfill({ status: 503, body: '' }));
  await more.scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(hits).toHaveCount(40);
  await page.unroute('**/api/search.find?*');
  await more.click();
  await expect(hits).toHaveCount(50);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(more).toBeHidden();
  const shown = await hits.allTextContents();
  expect(shown.filter((text, i) => shown.indexOf(text) !== i)).toEqual([]);
  await expect(palette.active).toContainText('The heron lands at dawn 10.');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${ids[9]}`));
});

test('commands run by name, and the focus returns', async ({ page }) => {
  await openHome(page);
  const palette = await new SearchPalette(page).openByButton();
  await palette.field.fill('dark');
  await expect(palette.active).toHaveText(words('search:command.dark'));
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.getByRole('button', { name: words('search:open'), exact: true })).toBeFocused();
  await palette.open();
  await page.keyboard.press('Escape');
  await expect(palette.field).toBeHidden();
});

test('one kind can be shown alone; nothing found, and failures, say so', async ({
  page,
  owner,
  problems,
}) => {
  await makeChannel(owner, 'Quokka plans');
  await openHome(page);
  const palette = await new SearchPalette(page).open();
  await palette.find('quokka');
  await expect(palette.options).toHaveText([/Quokka plans/]);
  await page.getByRole('button', { name: words('search:group.person'), exact: true }).click();
  await expect(palette.field).toBeFocused();
  await expect(page.getByText(words('search:nothing', { query: 'quokka' }))).toBeVisible();
  await expectAccessible(page, 'nothing found');
  await page.getByRole('button', { name: words('search:group.all'), exact: true }).click();
  problems.expect(/status of 503/, /status of 500/);
  await page.route('**/api/search.find?*', (route) => route.fulfill({ status: 503, body: '' }));
  await palette.field.fill('quokka plan');
  await expect(page.getByRole('alert')).toBeVisible();
  // Things known to the browser are found all the same.
  await expect(palette.options).toHaveText([/Quokka plans/]);
  await page.unroute('**/api/search.find?*');
  await page.getByRole('button', { name: words('search:retry') }).click();
  await expect(page.getByRole('alert')).toBeHidden();
});

/** Adds messages to a conversation, as other people would have written them. */
async function fillChannel({ server }: Installation, channelId: string, count: number): Promise<void> {
  const { db } = await server.database();
  for (let i = 0; i < count; i++) await makeMessage(db, { channelId, text: `Later words ${i}` });
}

/** A message in a channel, with its answer. */
async function say(owner: Owner, channelId: string, text: string): Promise<void> {
  await owner.api.trpc.message.send.mutate({ channelId, text: `[[say noted]] ${text}` });
  await expect
    .poll(async () => (await owner.api.trpc.message.list.query({ channelId })).list.at(-1)?.status)
    .toBe('done');
}
