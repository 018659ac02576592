import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/axe.ts';
import { Conversation } from '../support/conversation.ts';
import { chooseDrawer, chooseShape, draw } from '../support/drawing.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string, params: Record<string, string | number> = {}) => words(`image:${key}`, params);

test('pictures are drawn without a provider, saved, reused and drawn again', async ({
  page,
  freshChannel,
}) => {
  const talk = await new Conversation(page).open(freshChannel.path);
  await chooseDrawer(page);
  await chooseShape(page, [say('aspect.landscape'), '2']);
  const prompt = 'A sailing boat on the sea at sunset';
  const answer = await draw(page, prompt, 2);
  await expect(answer).toContainText('no image model');
  await expectAccessible(page, 'a drawn answer');

  await answer
    .getByRole('button', { name: say('open', { name: prompt }) })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('img', { name: prompt })).toBeVisible();
  await page.keyboard.press('Escape');

  const save = answer.getByRole('link', { name: say('save', { name: prompt }) }).first();
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe(`${prompt}.png`);
  expect((await readFile(await download.path())).subarray(1, 4).toString()).toBe('PNG');

  await answer
    .getByRole('button', { name: say('useAsInput', { name: prompt }) })
    .first()
    .click();
  const attached = page.getByRole('list', { name: words('file:attached') }).getByRole('listitem');
  await expect(attached).toHaveCount(1);
  await expect(
    page.getByText('only accepts text. Remove the attached images, or choose another model.'),
  ).toBeVisible();
  await expect(talk.composer).toBeFocused();
  await talk.send('The same at night');
  await expect(talk.lastAnswer).toContainText(words('error:provider.wordsOnly'));
  await page.reload();
  await expect(talk.answers.first().getByRole('img', { name: prompt })).toHaveCount(2);

  await draw(page, 'A lighthouse', 2);
  await talk.button('message.drawAgain', talk.lastAnswer).click();
  await expect(talk.lastAnswer.getByText('2/2')).toBeVisible();
  await expect(talk.lastAnswer.getByRole('img', { name: 'A lighthouse' })).toHaveCount(2);
});

test('a slow drawing shows progress, and can be stopped @full', async ({
  page,
  freshChannel,
  installation,
}) => {
  const { db } = await installation.server.database();
  await db.updateTable('model').set({ kind: 'image' }).where('modelId', '=', 'fake-reasoning').execute();
  const talk = await new Conversation(page).open(freshChannel.path);
  await page.getByRole('button', { name: /fake-/ }).click();
  await page.getByRole('menuitemradio', { name: 'fake-reasoning' }).click();
  await talk.send('[[hang]] For ever');
  await expect(talk.lastAnswer.getByRole('img', { name: say('pending') })).toBeVisible();
  await expect(talk.lastAnswer.getByText(words('image:drawing_one'))).toBeVisible();
  await talk.stopButton.click();
  await expect(talk.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await expect(talk.button('retry', talk.lastAnswer)).toBeVisible();
});
