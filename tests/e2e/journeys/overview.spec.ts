import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { expectAccessible } from '../support/axe.ts';
import { Conversation } from '../support/conversation.ts';
import { makeSources } from '../support/sources.ts';
import { expect, test } from '../support/test.ts';
import { Viewer } from '../support/viewer.ts';
import { words } from '../support/words.ts';

const t = (key: string, params?: Record<string, string | number>) => words(`source:overview.${key}`, params);

const lease = () =>
  pdfFile(
    [
      ['The lease of the harbour house begins in May.', 'The lease ends after two years.'],
      ['The rent is due on the first day of each month.', 'The rent includes water.'],
      ['The roof is repaired by the landlord.', 'The roof was built in 1932.'],
    ],
    {
      bookmarks: [
        { title: 'Term', page: 1 },
        { title: 'Rent', page: 2 },
        { title: 'Repairs', page: 3 },
      ],
    },
  );

test('above an empty chat stands what its source is about; the outline leads to pages, a question is asked by a click', async ({
  owner,
  page,
}) => {
  const { path } = await makeSources(owner.api, { 'Lease.pdf': await lease() });
  await page.goto(path);
  const overview = page.getByRole('region', { name: t('label', { name: 'Lease.pdf' }) });
  await expect(overview).toContainText('In short: The lease of the harbour house begins in May.');
  await expectAccessible(page, 'an overview above an empty chat');

  await overview.getByRole('button', { name: 'Repairs' }).click();
  await expect(page).toHaveURL(/page=3/);
  const question = overview.getByRole('list').last().getByRole('button').first();
  const asked = (await question.textContent()) ?? '';
  await question.click();
  await expect(page.getByRole('article').getByText(asked, { exact: true })).toBeVisible();
  await expect(overview).toBeHidden();
});

test('an overview stands above the text of a source in a dataset too, and fits a phone', async ({
  owner,
  page,
}) => {
  const { app } = await makeSources(owner.api, {});
  const { id } = await owner.api.trpc.channel.create.mutate({
    ...{ appId: app.id, kind: 'dataset', name: 'Papers' },
  });
  const text = '# Opening\n\nThe harbour opens in May.\n\n# Prices\n\nBerths cost twelve crowns.';
  const source = await owner.api.trpc.source.addText.mutate({ datasetId: id, name: 'Rules', text });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/chatpdf/${app.id}/c/${id}?source=${source.id}`);
  const overview = page.getByRole('region', { name: t('label', { name: 'Rules' }) });
  await expect(overview).toContainText('In short: Opening');
  await expect(overview.getByRole('button', { name: 'Prices' })).toBeVisible();
  await expectAccessible(page, 'an overview on a phone');
});

test('a suggested question is answered where assistants answer only who names them', async ({
  owner,
  page,
}) => {
  const { path, channel } = await makeSources(owner.api, { 'Lease.pdf': await lease() });
  await owner.api.trpc.channel.update.mutate({ channelId: channel.id, answering: 'mentioned' });
  await page.goto(path);
  const overview = page.getByRole('region', { name: t('label', { name: 'Lease.pdf' }) });
  const chat = new Conversation(page);
  const viewer = new Viewer(page, 'Lease.pdf');
  await expect(viewer.picture(1)).toBeVisible();
  await viewer.pages.getByText('begins in May').dblclick({ position: { x: 4, y: 4 } });
  await page
    .getByRole('toolbar', { name: words('source:selection.label') })
    .getByRole('button', { name: words('source:selection.explain') })
    .click();
  await expect(chat.composer).toHaveValue(/^@\S.* Explain this passage\.$/);
  await chat.composer.fill('');
  await expect(overview).toContainText('In short');
  const question = overview.getByRole('list').last().getByRole('button').first();
  const asked = (await question.textContent()) ?? '';
  await question.click();
  await expect(chat.lastQuestion).toContainText(asked);
  await expect(chat.lastQuestion).toContainText('@');
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
});
