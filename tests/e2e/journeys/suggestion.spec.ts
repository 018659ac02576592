import { mailboxOf } from '../../running/mailbox.ts';
import { signUp } from '../../running/people.ts';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { makeDocument, makeNoteApp, OpenDocument } from '../support/document.ts';
import { startInstallation } from '../support/installation.ts';
import { Asking } from '../support/suggestion.ts';
import { expect, type Owner, stateOf, test } from '../support/test.ts';

/** A document with these lines, open before its writer. */
async function written(owner: Owner, asking: Asking, content: string) {
  const made = await makeDocument(owner.api, await makeNoteApp(owner.api, 'Handbook'), 'Plan');
  await owner.api.trpc.document.putContent.mutate({ documentId: made.id, content });
  await asking.doc.open(made.path);
  await expect(asking.doc.blocks).not.toHaveText('');
  await asking.doc.toEnd();
  return made;
}
const contentOf = async ({ api }: Owner, documentId: string) =>
  (await api.trpc.document.content.query({ documentId, format: 'markdown' })).content;

test('a selection is rewritten as one undo step, while a colleague keeps writing', async ({
  owner,
  page,
  installation,
  openWindow,
}) => {
  const asking = new Asking(page);
  const { id, path } = await written(owner, asking, 'First line\n\nWords to change\n\nLast line');
  const cora = await makeColleague(installation, 'Cora Colleague');
  const hers = await new OpenDocument(await openWindow(stateOf(installation.url, cora.token))).open(path);
  await hers.toEnd();

  await asking.select('Words to change');
  await page
    .locator('.bn-formatting-toolbar')
    .getByRole('button', { name: asking.doc.words('ask.title') })
    .click();
  await expect(asking.card).toBeVisible();
  await expect(asking.card.getByLabel(asking.words('prompt.label'))).toBeFocused();
  await expectAccessible(page, 'asking');
  await asking.ask('[[say Better **words** by far]][[delay 60]] Improve');
  await expect(asking.button('stop')).toBeVisible();
  // The suggestion is not in the document yet, and other people's changes arrive meanwhile.
  await hers.write(' goes on');
  await expect(asking.doc.blocks).toContainText('Last line goes on');
  await asking.expectReady('Better words by far');
  await expect(hers.blocks).not.toContainText('Better');
  await expectAccessible(page, 'a suggestion');
  await expect(asking.button('replace')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asking.card).toBeHidden();
  await expect(hers.blocks).toContainText('Better words by far');
  await asking.doc.expectSaved();
  expect(await contentOf(owner, id)).toBe('First line\n\nBetter **words** by far\n\nLast line goes on\n');
  const { list } = await owner.api.trpc.version.list.query({ documentId: id });
  expect(list[0]).toMatchObject({ cause: 'ai' });

  await expect(asking.doc.blocks).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(hers.blocks).toContainText('Words to change');
  await expect(hers.blocks).not.toContainText('Better');
  expect(await page.evaluate(() => String(getSelection()))).toBe('Words to change');
  await asking.doc.expectSaved();
  expect(await contentOf(owner, id)).toBe('First line\n\nWords to change\n\nLast line goes on\n');
});

test('a rejected or stopped suggestion leaves no trace, and Try again asks again @full', async ({
  owner,
  page,
  installation,
}) => {
  const asking = new Asking(page);
  const { id } = await written(owner, asking, 'Words to keep');
  const before = await owner.api.trpc.document.content.query({ documentId: id });
  const asked = () =>
    installation.provider.requests.filter(({ body }) => JSON.stringify(body).includes('Words to keep'));
  await asking.select('Words to keep');
  await asking.open();
  await asking.ask('[[tokens 400]][[delay 20]] Talk');
  await expect(asking.text).toContainText('token');
  await asking.button('stop').click();
  await expect(asking.button('replace')).toBeVisible();
  await expect.poll(() => asked().at(-1)?.outcome).toBe('aborted');
  expect(asked()).toHaveLength(1);
  await asking.button('again').click();
  await expect(asking.button('stop')).toBeVisible();
  await expect.poll(() => asked().length).toBe(2);
  await page.keyboard.press('Escape');
  await expect(asking.card).toBeHidden();
  await expect(asking.doc.blocks).toBeFocused();
  await expect(asking.doc.blocks).toHaveText('Words to keep');
  const after = await owner.api.trpc.document.content.query({ documentId: id });
  expect(after.seq).toBe(before.seq);
});

test('on an empty line a page is written by keyboard alone, refined, and inserted with its formatting', async ({
  owner,
  page,
}) => {
  const asking = new Asking(page);
  const { id } = await written(owner, asking, 'What was there');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/ask');
  await page.keyboard.press('Enter');
  await asking.ask('[[say # Draft]] Write');
  await asking.expectReady('Draft');
  await expect(asking.button('insert')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(asking.card.getByLabel(asking.words('prompt.change'))).toBeFocused();
  await page.keyboard.insertText('[[say ## Head\n\n> [!TIP]\n> Look\n\n- one\n- two]] Other');
  await page.keyboard.press('Enter');
  await asking.expectReady('Head');
  await page.keyboard.press('Enter');
  await expect(asking.doc.blocks.locator('.callout')).toHaveText(/Look$/);
  await asking.doc.expectSaved();
  const page_ = '## Head\n\n> [!TIP]\n> Look\n\n- one\n- two';
  expect(await contentOf(owner, id)).toBe(`What was there\n\n${page_}\n`);
  await page.keyboard.type(' and three');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(asking.doc.blocks).toHaveText('What was there');
});

test('words a colleague changed meanwhile stay, and the suggestion is inserted below them @full', async ({
  owner,
  page,
  openWindow,
}) => {
  const asking = new Asking(page);
  const { id, path } = await written(owner, asking, 'Before\n\nWords to change\n\nAfter');
  const other = new Asking(await openWindow());
  await other.doc.open(path);
  await asking.select('Words to change');
  await asking.open();
  await asking.ask('[[say Better words]] Improve');
  await asking.expectReady('Better words');
  await other.doc.blocks.getByText('Words to change').dblclick();
  await other.doc.write('we ');
  await expect(asking.card).toContainText(asking.words('changed'));
  await expect(asking.button('replace')).toBeHidden();
  await asking.button('below').click();
  await expect(other.doc.blocks).toContainText('Better words');
  await asking.doc.expectSaved();
  expect(await contentOf(owner, id)).toMatch(/^Before\n\nWords .*we.*change\n\nBetter words\n\nAfter\n$/u);
});

test('part of a line is replaced at its current place, and keeps its comment @full', async ({
  owner,
  page,
  openWindow,
}) => {
  const asking = new Asking(page);
  const { id, path } = await written(owner, asking, 'It was a longish **sentence** about ships');
  const { content } = await owner.api.trpc.document.content.query({ documentId: id });
  const blockId = (content as { id: string }[])[0]?.id ?? '';
  const anchor = { blockId, quote: 'a longish sentence', start: 7 };
  await owner.api.trpc.discussion.create.mutate({ documentId: id, text: 'Really?', anchor });
  const marked = asking.doc.blocks.locator('[data-bn-thread-id]');
  await expect(marked.first()).toBeVisible();
  const other = await new OpenDocument(await openWindow()).open(path);
  await asking.doc.blocks.getByText('a longish').dblclick();
  await expect.poll(() => page.evaluate(() => String(getSelection()).trim())).not.toBe('');
  const selected = await page.evaluate(() => String(getSelection()));
  await asking.open();
  await asking.ask('[[say short]] Improve');
  await asking.expectReady('short');
  await other.blocks.focus();
  await other.page.keyboard.press('Control+Home');
  await other.write('Yes: ');
  await expect(asking.doc.blocks).toContainText('Yes: ');
  await asking.button('replace').click();
  await expect(other.blocks).toContainText('short');
  await asking.doc.expectSaved();
  const replaced = 'It was a longish sentence about ships'.replace(selected, 'short');
  expect(await contentOf(owner, id)).toBe(`Yes: ${replaced}\n`);
  await expect(marked).not.toHaveCount(0);
});

test('unchanged words of a suggestion keep their comment, in one block and over several @full', async ({
  owner,
  page,
}) => {
  const asking = new Asking(page);
  const { id } = await written(owner, asking, 'The ship leaves at noon\n\nIt carries tea\n\nThe end');
  const { content } = await owner.api.trpc.document.content.query({ documentId: id });
  const blocks = content as { id: string }[];
  for (const [index, quote] of [
    [0, 'leaves at noon'],
    [1, 'tea'],
  ] as const) {
    const anchor = { blockId: blocks[index]?.id ?? '', quote };
    await owner.api.trpc.discussion.create.mutate({ documentId: id, text: `On ${quote}`, anchor });
  }
  const marked = asking.doc.blocks.locator('[data-bn-thread-id]');
  await expect(marked).toHaveCount(2);

  await asking.select('The ship');
  await asking.open();
  await asking.ask('[[say Our ship leaves early at noon]] Improve');
  await asking.expectReady('Our ship');
  await asking.button('replace').click();
  await expect(asking.doc.blocks).toContainText('Our ship');
  await expect(marked.first()).toHaveText('leaves early at noon');

  const first = await asking.doc.blocks.getByText('Our ship').boundingBox();
  const last = await asking.doc.blocks.getByText('It carries').boundingBox();
  if (!first || !last) throw new Error('the lines are not there');
  await page.mouse.move(first.x + 2, first.y + first.height / 2);
  await page.mouse.down();
  await page.mouse.move(last.x + 60, last.y + last.height / 2, { steps: 5 });
  await page.mouse.up();
  await asking.open();
  await asking.ask('[[say ## Ships\n\nThey bring tea, and one leaves early at noon.]] Improve');
  await asking.expectReady('They bring');
  await asking.button('replace').click();
  await expect(asking.doc.blocks).toContainText('They bring tea');
  await expect(marked.filter({ hasText: 'tea' })).toHaveText('tea');
  await asking.doc.expectSaved();
});

test('where no model can write, it says so, and where to set one up @full', async ({
  openWindow,
  problems,
}) => {
  test.setTimeout(90_000);
  problems.expect(/status of 512/);
  const bare = await startInstallation({ withProvider: false });
  try {
    const olive = await signUp(bare.url, mailboxOf(bare.mail), 'olive@bare.test', 'Olive Owner');
    const page = await openWindow(stateOf(bare.url, olive.token), { baseURL: bare.url });
    const asking = new Asking(page);
    const { path } = await makeDocument(olive.api, await makeNoteApp(olive.api, 'Notes'), 'Plan');
    await asking.doc.open(path);
    await asking.doc.toEnd();
    await asking.open();
    await page.keyboard.press('ArrowDown');
    await asking.card.getByRole('button', { name: asking.words('task.continue') }).click();
    await expect(asking.card.getByText(asking.words('unset.title'))).toBeVisible();
    await expectAccessible(page, 'nothing that writes');
    await page.screenshot({ path: 'test-results/screens/suggestion-unset.png' });
    await asking.card.getByRole('link', { name: asking.words('unset.connect') }).click();
    await expect(page).toHaveURL(/modelProvider/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('about:blank');
  } finally {
    await bare.close();
  }
});
