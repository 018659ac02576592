import { pdfFile, pdfInColumns } from '@tandem/api/content/file/extraction/testing/pdf';
import { placeHash } from '@tandem/shared/dataset/place';
import { expectAccessible } from '../support/axe.ts';
import { Conversation } from '../support/conversation.ts';
import { currentMark, makeSources, pagesOf } from '../support/sources.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const t = (key: string, params?: Record<string, string | number>) => words(`source:${key}`, params);

/** Lines of a column, some of which divide a word. */
const column = (page: number, side: string) =>
  Array.from({ length: 24 }, (_, line) =>
    line % 4 === 1
      ? `The ${side} Harbour of Page ${page} is an exam-`
      : line % 4 === 2
        ? `ple of Line ${line}, costs ${page * 1_000 + line} Euro`
        : `${side} column, Line ${line} of Page ${page}, ends "here".`,
  );

test('quotes are marked word for word where the server found them, on whichever page', async ({
  owner,
  page,
}) => {
  const bytes = await pdfInColumns(
    Array.from(
      { length: 12 },
      (_, index) => [column(index + 1, 'Left'), column(index + 1, 'Right')] as const,
    ),
  );
  const { path, sources } = await makeSources(owner.api, { 'Harbour.pdf': bytes });
  const sourceId = sources[0]?.id ?? '';
  const texts = await pagesOf(owner.api, sourceId);
  expect(texts).toHaveLength(12);

  await page.goto(path);
  await expect(page.locator('[data-page="1"] .pdf-words span').first()).toBeAttached();
  const quotes = texts.flatMap((text, index) =>
    // Within a line, over a divided word, and from one column into the next.
    [text.indexOf('Line 3'), text.indexOf('is an exam-'), text.indexOf('Right column')].map(
      (from, which) => ({
        page: index + 1,
        from,
        to: Math.min(text.length, from + ([14, 40, 120][which] ?? 0)),
      }),
    ),
  );
  expect(quotes.length).toBeGreaterThanOrEqual(30);
  for (const quote of quotes) {
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      placeHash({ sourceId, ...quote }),
    );
    const expected = texts[quote.page - 1]?.slice(quote.from, quote.to).replaceAll('\n', '');
    await expect.poll(() => currentMark(page)).toEqual({ page: quote.page, words: expected });
    // Its first words at least: a quote from one column into the next may be taller than the view.
    const isInView = () =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('source-mark-current') ?? [];
        const frame = document.querySelector('[data-source-scroll]')?.getBoundingClientRect();
        const [first] = range instanceof Range ? range.getClientRects() : [];
        return frame && first && first.top >= frame.top && first.bottom <= frame.bottom;
      });
    await expect.poll(isInView).toBe(true);
  }
});

test('a citation in the address marks its words, and nothing where they are not', async ({ owner, page }) => {
  const bytes = await pdfFile([
    ['The first page says little.'],
    ['The harbour opens in May.', 'It is free.'],
  ]);
  const { channel, path, sources } = await makeSources(owner.api, { 'Harbour.pdf': bytes });
  const source = sources[0];
  if (!source) throw new Error('no source');
  const [, text = ''] = await pagesOf(owner.api, source.id);
  const citation = (n: number, quote: string, hash = source.hash) => ({
    type: 'data-citation',
    data: {
      ...{ n, name: source.name, hash, quote },
      source: { kind: 'source', id: source.id, datasetId: channel.id },
      place: { page: 2, label: '2', from: text.indexOf('The harbour'), to: text.indexOf('\n') },
    },
  });
  const parts = [
    citation(1, 'The harbour opens in May.'),
    citation(2, 'The harbour opens in March.'),
    citation(3, 'The harbour opens in May.', 'f'.repeat(64)),
  ];
  // The server writes no places where other words stand, so such citations are put into its answer on the way.
  await page.route(/\/api\/[^?]*message\.list/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(
      /"parts":\[(?=[\s\S]{0,400}?"A cited answer")/g,
      (start) => start.concat(parts.map((part) => `${JSON.stringify(part)},`).join('')),
    );
    await route.fulfill({ response, body });
  });
  await page.goto(path);
  const chat = new Conversation(page);
  await expect(chat.composer).toBeEditable();
  await chat.send('[[say A cited answer]] When?');
  await chat.expectAnswer('A cited answer');
  const messageId = await chat.lastAnswer.getAttribute('data-message');

  await page.goto(`${path}?source=${source.id}&citation=${messageId}.1`);
  await expect.poll(() => currentMark(page)).toEqual({ page: 2, words: 'The harbour opens in May.' });
  await expect(page.getByRole('region', { name: t('citation.marks') })).toContainText('opens in May');
  await expectAccessible(page, 'a quote in its source');
  await page.getByRole('button', { name: t('citation.next') }).click();
  await expect(page).toHaveURL(new RegExp(`citation=${messageId}\\.2`));
  await expect.poll(() => currentMark(page)).toBeNull();

  await page.goto(`${path}?source=${source.id}&citation=${messageId}.3`);
  await expect(page.getByText(t('citation.changed'))).toBeVisible();
  await expect(page.locator('.pdf-words span').first()).toBeAttached();
  expect(await currentMark(page)).toBeNull();
});

test('files are added, read beside the chat, searched, and asked about', async ({ owner, page }) => {
  const { path } = await makeSources(owner.api, {});
  const bytes = await pdfFile(
    Array.from({ length: 40 }, (_, index) => [`This is page ${index + 1}.`, 'The ferry leaves at noon.']),
    { title: 'Ferries' },
  );
  await page.goto(path);
  await expect(page.getByRole('heading', { name: t('empty.title') })).toBeVisible();
  await expectAccessible(page, 'a chat without sources');
  await page.locator('[data-source-files]').setInputFiles([
    { name: 'Ferries.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) },
    { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('Place,Price\nIsland,12\n') },
  ]);
  const viewer = page.getByRole('document', { name: 'Ferries.pdf' });
  await expect(viewer.locator('[data-page="1"] canvas')).toBeVisible();
  await expect(page.getByRole('button', { name: 'prices.csv', exact: true })).toBeVisible();
  // Of forty pages, only those near the view are drawn.
  expect(await viewer.locator('[data-page]').count()).toBeLessThan(8);
  await expectAccessible(page, 'a PDF beside its chat');

  await test.step('by keyboard', async () => {
    const field = page.getByLabel(t('page.go'));
    await viewer.focus();
    await page.keyboard.press('PageDown');
    await expect(field).toHaveValue('2');
    await page.keyboard.press('End');
    await expect(field).toHaveValue('40');
    await expect(page).toHaveURL(/page=40/);
    await field.fill('7');
    await field.press('Enter');
    await expect(viewer.locator('[data-page="7"] canvas')).toBeInViewport();
    await viewer.focus();
    await page.keyboard.press('Control+f');
    const find = page.getByLabel(words('common:find.label'), { exact: true });
    await expect(find).toBeFocused();
    await find.fill('PAGE 33.');
    await expect(field).toHaveValue('33');
    await expect(page.getByText(words('common:find.count', { at: 1, of: 1 }))).toBeVisible();
    await find.fill('ferry leaves');
    await expect(page.getByText(words('common:find.count', { at: 7, of: 40 }))).toBeVisible();
    await find.press('Shift+Enter');
    await expect(field).toHaveValue('6');
    await field.fill('40');
    await field.press('Enter');
    await find.focus();
    await find.press('Escape');
    await expect(viewer).toBeFocused();
  });

  await test.step('a selection becomes the quotation of a message', async () => {
    await page.reload();
    await expect(viewer.locator('[data-page="40"] .pdf-words span').first()).toBeAttached();
    await viewer
      .getByText('The ferry leaves at noon.')
      .last()
      .dblclick({ position: { x: 30, y: 4 } });
    const bar = page.getByRole('toolbar', { name: t('selection.label') });
    await bar.getByRole('button', { name: t('selection.explain') }).click();
    const chat = new Conversation(page);
    await expect(page.getByRole('region', { name: t('quote.about') })).toBeVisible();
    await expect(chat.composer).toHaveValue(t('selection.explainWords'));
    await chat.send('[[say At noon.]] When?');
    await chat.expectAnswer('At noon.');
    await viewer.focus();
    await page.keyboard.press('Home');
    await chat.lastQuestion.getByRole('link').click();
    await expect.poll(async () => (await currentMark(page))?.page).toBe(40);
  });

  await test.step('other files are read as text', async () => {
    await page.getByRole('button', { name: 'prices.csv', exact: true }).click();
    await expect(page.getByRole('region', { name: 'prices.csv', exact: true })).toContainText('Island');
    await expectAccessible(page, 'a table as text');
  });
});

test('a phone shows the chat or the source', async ({ owner, openWindow }) => {
  const { path } = await makeSources(owner.api, { 'Harbour.pdf': await pdfFile([['The harbour opens.']]) });
  const phone = await openWindow(owner.state, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.goto(path);
  const chat = new Conversation(phone);
  await expect(chat.composer).toBeVisible();
  await phone.getByText(t('view.source'), { exact: true }).click();
  await expect(phone.locator('[data-page="1"] canvas')).toBeVisible();
  await expect(chat.composer).toBeHidden();
  await expectAccessible(phone, 'a source on a phone');
});

test('C3: /chatpdf/{appId}/c/{channelId} and /chatpdf/{appId}/{channelId} are the same screen', async ({
  owner,
  page,
}) => {
  const { app, channel } = await makeSources(owner.api, {});
  for (const path of [`/chatpdf/${app.id}/c/${channel.id}`, `/chatpdf/${app.id}/${channel.id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: t('empty.title') })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
  await page.goto(`/chatpdf/${app.id}/setting`);
  await expect(page.getByRole('textbox', { name: words('workspace:name.label') })).toHaveValue('Contracts');
});

test('an answer cites the page, and its chip leads to the marked words', async ({ owner, page }) => {
  const bytes = await pdfFile([
    ['The ferry needs four hours to the island.'],
    ['The harbour opens in May and closes in October.', 'Berths cost twelve crowns a night.'],
  ]);
  const { path, sources } = await makeSources(owner.api, {
    'Harbour.pdf': bytes,
    'Rules.txt': 'Rules of the quay.\n\nBoats are moored by the stern.',
  });
  for (const { id } of sources) await pagesOf(owner.api, id);
  await page.goto(path);
  const chat = new Conversation(page);
  await expect(chat.composer).toBeEditable();
  const quote = 'The harbour opens in May and closes in October.';
  const rule = 'Boats are moored by the stern';
  await chat.send(
    `When? [[say It opens in May. [cite:1.2 "${quote}"] By the stern. [cite:2.1 "${rule}"] Berths are free. [cite:1.2 "Berths are free."] So far.]]`,
  );
  const chip = page.getByRole('button', { name: /Harbour\.pdf/ }).filter({ hasText: '1' });
  await expect(chip.first()).toBeVisible();
  await expectAccessible(page, 'an answer with citations');
  await chip.first().press('Enter');
  await expect.poll(async () => (await currentMark(page))?.words).toContain('The harbour opens in May');
  expect((await currentMark(page))?.page).toBe(2);
  await expect(page.getByRole('button', { name: /could not be found in the source/ }).first()).toBeVisible();
  // In a source so short that nothing of it scrolls.
  await page.getByRole('button', { name: t('citation.next') }).click();
  await expect.poll(() => currentMark(page)).toEqual({ page: 1, words: rule });
});

test('a quote of a file sent with a message opens beside the chat, in the same viewer', async ({
  owner,
  page,
}) => {
  const { path } = await makeSources(owner.api, { 'Harbour.pdf': await pdfFile([['The harbour is open.']]) });
  const lease = await pdfFile([
    ['The lease begins in March.'],
    ['Rent is due on the first day of each month.'],
  ]);
  await page.goto(path);
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible();
  const chat = new Conversation(page);
  await page
    .locator('input[data-attach]')
    .setInputFiles([{ name: 'Lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(lease) }]);
  await expect(page.getByRole('list', { name: words('file:attached') })).toContainText('Lease.pdf');
  const quote = 'Rent is due on the first day of each month';
  await chat.send(`When? [[say On the first. [cite:F1.2 "${quote}."] That is all.]]`);
  const chip = page.getByRole('button', { name: /Lease\.pdf/ }).filter({ hasText: '1' });
  await chip.first().click();
  await expect(page.getByRole('document', { name: 'Lease.pdf' })).toBeVisible();
  await expect.poll(() => currentMark(page)).toEqual({ page: 2, words: quote });
  const tab = page.getByRole('navigation', { name: t('list.tabs') }).getByText('Lease.pdf');
  await expect(tab).toBeVisible();
  // The address is as good as the press.
  await page.reload();
  await expect.poll(() => currentMark(page)).toEqual({ page: 2, words: quote });
  await expectAccessible(page, 'a file of a message beside the chat');
});
