import type { Page } from '@playwright/test';
import { blockHash } from '@tandem/shared/document/citation';
import { expectAccessible } from '../support/axe.ts';
import { Conversation } from '../support/conversation.ts';
import { makeDocument, makeNoteApp, markOf, OpenDocument } from '../support/document.ts';
import { expect, type Owner, test } from '../support/test.ts';

const lines = Array.from({ length: 60 }, (_, i) => `Line ${i + 1} says little.`);
const content = ['The launch takes three weeks.', ...lines, 'Prices are agreed in April.'].join('\n\n');

/** Opens a document longer than the screen, with its chat beside it. */
async function openBeside(page: Page, { api }: Owner) {
  const made = await makeDocument(api, await makeNoteApp(api, 'Handbook'), 'Plan');
  await api.trpc.document.putContent.mutate({ documentId: made.id, content });
  const doc = await new OpenDocument(page).open(made.path);
  await doc.openPanel('chat');
  const chat = new Conversation(page);
  await expect(chat.composer).toBeEditable();
  return { doc, chat, made };
}

test('an answer cites the document, and links to the words by mouse and keyboard', async ({
  owner,
  page,
}) => {
  const { doc, chat, made } = await openBeside(page, owner);
  const mark = await markOf(owner.api, made.id, 'Prices are agreed');
  await chat.send(`[[say They are [agreed in April](#${mark}), and [elsewhere](#ffffffff).]] When?`);
  await chat.expectAnswer('agreed in April');
  const citation = chat.lastAnswer.getByRole('link', { name: 'agreed in April' });
  const cited = doc.blocks.getByText('Prices are agreed in April.');
  await expect(cited).not.toBeInViewport();
  await expect(chat.lastAnswer.getByRole('link')).toHaveCount(1);
  await citation.click();
  await expect(cited).toBeInViewport();
  await expect(page).toHaveURL(made.path);
  await expect(doc.blocks).toBeFocused();

  await page.reload();
  await expect(doc.blocks).toBeVisible();
  await doc.openPanel('chat');
  await expectAccessible(page, 'a document and its chat');
  await citation.focus();
  await page.keyboard.press('Enter');
  await expect(cited).toBeInViewport();
  await page.keyboard.press('Home');
  await page.keyboard.type('Now: ');
  await expect(doc.blocks).toContainText('Now: Prices are agreed in April.');

  // An edit by somebody who has read the words: otherwise it would be refused.
  const format = 'markdown' as const;
  const read = () => owner.api.trpc.document.content.query({ documentId: made.id, format });
  await expect.poll(async () => (await read()).content).toContain('Now: ');
  await owner.api.trpc.document.putContent.mutate({ documentId: made.id, content: 'All else is gone.' });
  await expect(doc.blocks).toHaveText('All else is gone.');
  await citation.click();
  await expect(page.getByText(doc.words('block.gone'))).toBeVisible();
});

test('a selection is asked about, and stays with the question', async ({ owner, page }) => {
  const { doc, chat } = await openBeside(page, owner);
  await doc.select('three weeks');
  await page
    .locator('.bn-formatting-toolbar')
    .getByRole('button', { name: doc.words('chat.ask') })
    .click();
  const about = page.getByRole('region', { name: doc.words('chat.about') });
  await expect(about).toHaveText('three weeks');
  await expect(chat.composer).toBeFocused();
  await doc.button('chat.without').click();
  await expect(about).toBeHidden();

  await doc.select('launch takes');
  await page.getByRole('button', { name: /Ask about “launch takes”/ }).click();
  await expect(about).toHaveText('launch takes');
  await chat.send('[[say Yes.]] Is it long?');
  await chat.expectAnswer('Yes.');
  await expect(about).toBeHidden();
  const question = chat.lastQuestion;
  await expect(question).toContainText('Is it long?');
  await expect(question).not.toContainText('#block');
  await page.locator('[data-document-scroll]').evaluate((place) => place.scrollTo(0, place.scrollHeight));
  await question.getByRole('link', { name: 'launch takes' }).click();
  await expect(doc.blocks.getByText('The launch takes three weeks.')).toBeInViewport();
});

test('a block has an address of its own @full', async ({ owner, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { doc, made } = await openBeside(page, owner);
  const last = doc.blocks.getByText('Prices are agreed in April.');
  await last.evaluate((line) => line.scrollIntoView({ block: 'center' }));
  await expect(last).toBeInViewport({ ratio: 1 });
  await last.hover();
  await page.locator('.bn-side-menu button').last().click();
  await page.getByRole('menuitem', { name: doc.words('block.copyLink') }).click();
  await expect(page.getByText(doc.words('block.linkCopied'))).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`${made.path}${blockHash('')}`);
  await page.goto('/');
  await page.goto(copied);
  await expect(last).toBeInViewport();
  await expect(page).toHaveURL(made.path);
});
