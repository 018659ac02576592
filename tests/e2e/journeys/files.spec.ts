import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pdfFile } from '@tandem/api/content/file/extraction/testing/pdf';
import { sql } from 'kysely';
import { pngOf } from '../../integration/file/files.ts';
import { expectAccessible } from '../support/axe.ts';
import { Conversation } from '../support/conversation.ts';
import { openHome } from '../support/home.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string, params: Record<string, string | number> = {}) => words(`file:${key}`, params);
const picture = (name: string, width = 900, height = 600, colour = 0x70) => ({
  name,
  mimeType: 'image/png',
  buffer: pngOf(width, height, { width, height }, colour),
});
const notes = { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Plan\n\nBuy milk.') };

const attached = (page: Page) => page.getByRole('list', { name: say('attached') }).getByRole('listitem');
const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.locator('input[data-attach]').setInputFiles(files);
/** The files have arrived when no progress is shown any more. */
async function arrived(page: Page, count: number): Promise<void> {
  await expect(attached(page)).toHaveCount(count);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
}

/** Hands files to the page as a drop or a paste does. */
async function hand(
  page: Page,
  way: 'drop' | 'paste',
  file: { name: string; mimeType: string; buffer: Buffer },
) {
  const bytes = file.buffer.toString('base64');
  const data = await page.evaluateHandle(
    ([text, name, type]) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(text ?? ''), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([content], name ?? '', { type: type ?? '' }));
      return transfer;
    },
    [bytes, file.name, file.mimeType],
  );
  const field = page.locator('textarea[data-composer]');
  if (way === 'paste') {
    await field.evaluate((element, clipboardData) => {
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, data);
    return;
  }
  await field.dispatchEvent('dragenter', { dataTransfer: data });
  await expect(page.getByText(say('drop'))).toBeVisible();
  await field.dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText(say('drop'))).toBeHidden();
}

test('a picture is attached, answered by a model that sees, opened large and saved', async ({
  page,
  freshChannel,
  installation,
}) => {
  const { db } = await installation.server.database();
  await db
    .updateTable('model')
    .set({ abilities: sql`'{"tools": true, "vision": true, "reasoning": false}'` })
    // Image models stay, for the image tests that use the same models.
    .where('kind', '=', 'chat')
    .execute();
  const talk = await new Conversation(page).open(freshChannel.path);
  await choose(page, [picture('beach.png'), picture('tall.png', 200, 800, 0xb0)]);
  await arrived(page, 2);
  await expectAccessible(page, 'a composer with pictures');
  await talk.send('What do you see?');
  await talk.expectAnswer('I see 2 image(s).');
  await expect(attached(page)).toHaveCount(0);

  const first = talk.lastQuestion.getByRole('button', { name: say('open', { name: 'beach.png' }) });
  await expect(first.getByRole('img')).toHaveJSProperty('complete', true);
  await first.click();
  const large = page.getByRole('dialog');
  await expect(large.getByRole('img', { name: 'beach.png' })).toBeVisible();
  await expectAccessible(page, 'a picture shown large');
  await page.keyboard.press('ArrowRight');
  await expect(large.getByRole('img', { name: 'tall.png' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    large.getByRole('link', { name: say('save', { name: 'tall.png' }) }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('tall.png');
  expect(await readFile(await download.path())).toEqual(picture('tall.png', 200, 800, 0xb0).buffer);
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(first).toBeFocused();
});

test('files are dropped and pasted, previewed, and saved rather than opened', async ({
  page,
  freshChannel,
}) => {
  const talk = await new Conversation(page).open(freshChannel.path);
  await hand(page, 'drop', notes);
  await hand(page, 'paste', picture('pasted.png'));
  await arrived(page, 2);
  await talk.send('');
  await expect(talk.lastQuestion.getByText('notes.md')).toBeVisible();
  await talk.expectAnswer(/./);
  await talk.lastQuestion.getByRole('button', { name: say('look', { name: 'notes.md' }) }).click();
  await expect(talk.lastQuestion.getByText('Buy milk.')).toBeVisible();
  await expectAccessible(page, 'a message with files');
  const save = talk.lastQuestion.getByRole('link', { name: say('save', { name: 'notes.md' }) });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('notes.md');
  const answer = await page.request.get((await save.getAttribute('href')) ?? '');
  expect(answer.headers()['content-disposition']).toMatch(/^attachment/);
});

test('a message waits for its uploads, and an upload can be cancelled @full', async ({
  page,
  freshChannel,
}) => {
  const talk = await new Conversation(page).open(freshChannel.path);
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/files/upload', async (route) => {
    await gate;
    await route.continue().catch(() => {});
  });
  await choose(page, [notes, picture('no.png')]);
  await expect(page.getByRole('progressbar')).toHaveCount(2);
  await page.getByRole('button', { name: say('cancel', { name: 'no.png' }) }).click();
  await expect(attached(page)).toHaveCount(1);
  await talk.composer.fill('With notes');
  await talk.composer.press('Enter');
  await expect(page.getByText(say('waiting'))).toBeVisible();
  await expect(talk.questions).toHaveCount(0);
  release();
  await expect(talk.lastQuestion).toContainText('With notes');
  await expect(talk.lastQuestion.getByText('notes.md')).toBeVisible();
  await expect(talk.lastQuestion.getByRole('img')).toHaveCount(0);
});

test('a failed upload says why, holds the message back, and can be retried @full', async ({
  page,
  freshChannel,
  problems,
}) => {
  problems.expect(/Failed to load resource.* 413/);
  const talk = await new Conversation(page).open(freshChannel.path);
  const sentence = words('error:imageTooLarge', { megapixels: 40, side: 20_000 });
  await choose(page, {
    name: 'bomb.png',
    mimeType: 'image/png',
    buffer: pngOf(2, 2, { width: 60_000, height: 60_000 }),
  });
  await expect(page.getByText(sentence)).toBeVisible();
  await talk.composer.fill('Look');
  await expect(talk.button('composer.send')).toBeDisabled();
  await page.getByRole('button', { name: say('retry', { name: 'bomb.png' }) }).click();
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole('button', { name: say('remove', { name: 'bomb.png' }) }).click();
  await talk.composer.press('Enter');
  await expect(talk.lastQuestion).toContainText('Look');
});

test('attachments survive a reload, also on Home, and go with the first message @full', async ({ page }) => {
  await openHome(page);
  const talk = new Conversation(page);
  await choose(page, notes);
  await arrived(page, 1);
  await page.reload();
  await expect(attached(page)).toHaveCount(1);
  await talk.send('Read this');
  await expect(talk.lastQuestion.getByText('notes.md')).toBeVisible();
  await talk.expectAnswer('milk');
});

test('an edited message of one’s own keeps its files @full', async ({ page, owner }) => {
  const channel = await makeChannel(owner);
  const talk = await new Conversation(page).open(channel.path);
  await choose(page, notes);
  await arrived(page, 1);
  await talk.send('First');
  await talk.expectAnswer('First');
  await talk.composer.press('ArrowUp');
  const field = page.getByRole('textbox', { name: words('chat:edit.label') });
  await field.fill('Second');
  await field.press('Enter');
  await expect(talk.lastQuestion).toContainText('Second');
  await expect(talk.lastQuestion.getByText('notes.md')).toBeVisible();
});

test('a person chooses an avatar, crops it by keyboard, and removes it again', async ({ page }) => {
  await page.goto('/userSetting/general');
  const field = page.getByRole('group', { name: say('avatar.title') });
  await expect(field).toBeVisible();
  await page.locator('input[data-picture]').setInputFiles(picture('me.png', 600, 300));
  const dialog = page.getByRole('dialog', { name: say('avatar.crop') });
  const area = dialog.getByLabel(say('avatar.area'));
  await expect(area).toBeVisible();
  await expectAccessible(page, 'cutting a picture');
  await area.focus();
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  const stored = page.waitForResponse(/user\.update/);
  await dialog.getByRole('button', { name: say('avatar.use') }).click();
  expect((await stored).status()).toBe(200);
  await expect(dialog).toBeHidden();
  await expect(field.locator('img')).toHaveAttribute('src', /^\/api\/files\/[0-9a-f-]+\/content$/);
  await expect(field.locator('img')).toHaveJSProperty('naturalWidth', 256);
  await field.getByRole('button', { name: say('avatar.remove') }).click();
  await expect(field.locator('img')).toHaveCount(0);
  await expect(field.getByRole('button', { name: say('avatar.choose') })).toBeVisible();
});

test('a file that is not a picture cannot become an avatar @full', async ({ page }) => {
  await page.goto('/userSetting/general');
  await page.locator('input[data-picture]').setInputFiles(notes);
  await expect(page.getByText(say('avatar.notAPicture'))).toBeVisible();
  await page.locator('input[data-picture]').setInputFiles({
    name: 'broken.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  });
  await expect(page.getByText(say('avatar.notAPicture'))).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a PDF is read while it waits to be sent, and told apart from one that cannot be', async ({
  page,
  freshChannel,
}) => {
  const talk = await new Conversation(page).open(freshChannel.path);
  const pdf = await pdfFile([['The harbour opens in May.'], ['A berth costs twelve crowns a night.']]);
  const whole = { name: 'harbour.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) };
  const broken = { ...whole, name: 'broken.pdf', buffer: Buffer.from(pdf.subarray(0, 80)) };
  await choose(page, [whole, broken]);
  await arrived(page, 2);
  await expect(attached(page).filter({ hasText: 'harbour.pdf' })).toContainText(
    say('pages_other', { count: 2 }),
  );
  await expect(attached(page).filter({ hasText: 'broken.pdf' })).toContainText(say('problem.broken'));
  await expectAccessible(page, 'a composer with files that were read');
  await page.getByRole('button', { name: say('remove', { name: 'broken.pdf' }) }).click();
  await talk.send('What does a berth cost?');
  await talk.expectAnswer('A berth costs twelve crowns a night.');
});
