import type { Page } from '@playwright/test';
import { Conversation } from '../support/conversation.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const say = (key: string, params?: Record<string, string | number>) => words(`assistant:${key}`, params);
const button = (page: Page, key: string, params?: Record<string, string | number>) =>
  page.getByRole('button', { name: say(key, params), exact: true });
const field = (page: Page, key: string) => page.getByLabel(say(`field.${key}`), { exact: true });
const save = (page: Page) => page.getByRole('button', { name: words('common:setting.save'), exact: true });

test('an assistant is created, tried before it is saved, used, shared and removed', async ({
  page,
  owner,
}) => {
  await page.goto('/home');
  await page.getByRole('link', { name: words('common:nav.assistants'), exact: true }).click();
  await button(page, 'new').click();

  await field(page, 'name').fill('Butler');
  await field(page, 'instructions').fill('Serve ');
  await field(page, 'instructions').press('End');
  await button(page, 'variable.user_name').click();
  await expect(field(page, 'instructions')).toHaveValue('Serve {{user_name}}');
  await button(page, 'field.addStarter').click();
  await page
    .getByLabel(say('field.starter', { number: 1 }), { exact: true })
    .fill('[[say At your service.]] Who are you?');

  // The pane has the draft, unsaved.
  const pane = page.getByRole('complementary', { name: say('try.title') });
  await pane.getByRole('button', { name: /Who are you/ }).click();
  await expect(pane.getByText('At your service.', { exact: true })).toBeVisible();
  await expect(pane.getByText(/\+ \d+ tokens/)).toBeVisible();
  await pane.getByLabel(say('try.placeholder')).fill('[[tokens 300]][[delay 30]] Go on');
  await pane.getByLabel(say('try.placeholder')).press('Enter');
  await pane.getByRole('button', { name: words('chat:composer.stop') }).click();
  await expect(pane.getByText(new RegExp(say('figure.stopped')))).toBeVisible();
  const [before] = await owner.api.trpc.assistant.mine.query();
  expect(before).toMatchObject({ instructions: '', starters: [] });

  await save(page).click();
  await expect(save(page)).toHaveCount(0);
  const [after] = await owner.api.trpc.assistant.mine.query();
  expect(after).toMatchObject({ name: 'Butler', instructions: 'Serve {{user_name}}' });

  await button(page, 'start').click();
  await page.getByRole('menuitem', { name: words('common:starter.personal') }).click();
  await expect(page).toHaveURL(/\/s\/.+\/c\//);
  const chat = new Conversation(page);
  await page.getByRole('button', { name: /Who are you/ }).click();
  await expect(chat.composer).toHaveValue(/Who are you/);
  await chat.composer.press('Enter');
  await chat.expectAnswer('At your service.');
  await expect(chat.lastAnswer).toContainText('Butler');
  const channel = page.url();

  await page.goto(`/assistant?id=${after?.id}`);
  await button(page, 'menu').click();
  await page.getByRole('menuitem', { name: say('remove.do') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('remove.do'), exact: true })
    .click();
  await expect(page).toHaveURL('/assistant');
  await expect(page.getByRole('link', { name: 'Butler' })).toHaveCount(0);
  await page.goto(channel);
  await expect(chat.lastAnswer).toContainText('Butler');
});

test('two models are compared on one question, and one of them is chosen', async ({ page, owner }) => {
  const made = await owner.api.trpc.assistant.create.mutate({ name: 'Compared' });
  await page.goto(`/assistant?id=${made.id}`);
  await button(page, 'compare.open').click();
  const dialog = page.getByRole('dialog', { name: say('compare.title') });
  await dialog.getByLabel(say('compare.question')).fill('[[say Twice the same.]] Which?');
  await dialog.getByRole('button', { name: say('compare.go') }).click();
  for (const side of ['first', 'second'])
    await expect(dialog.getByRole('region', { name: say(`compare.${side}`) })).toContainText(
      'Twice the same.',
    );
  await expect(dialog.getByText(/\+ \d+ tokens/)).toHaveCount(2);
  await dialog
    .getByRole('region', { name: say('compare.second') })
    .getByRole('button', { name: say('compare.use') })
    .click();
  await save(page).click();
  await expect(save(page)).toHaveCount(0);
  const { modelId } = await owner.api.trpc.assistant.get.query({ assistantId: made.id });
  const models = await owner.api.trpc.model.list.query();
  expect(models.filter(({ kind }) => kind === 'chat')[1]?.id).toBe(modelId);
  await owner.api.trpc.assistant.remove.mutate({ assistantId: made.id });
});

test('an app’s assistants are added, and another becomes its default @full', async ({ page, owner }) => {
  await page.goto(`/s/${owner.appId}/setting`);
  const section = page.getByRole('region', { name: say('ofApp.title'), exact: true });
  await section.getByRole('button', { name: say('ofApp.add') }).click();
  // The address comes before the screen, and the app's settings have a name, too.
  await expect(page.getByRole('heading', { name: say('editor.title'), exact: true })).toBeVisible();
  await field(page, 'name').fill('Second');
  await save(page).click();
  await expect(save(page)).toHaveCount(0);
  await page.goto(`/s/${owner.appId}/setting`);
  await section.getByRole('button', { name: say('ofApp.menu', { name: 'Second' }) }).click();
  await page.getByRole('menuitem', { name: say('ofApp.makeDefault') }).click();
  await expect(section.getByRole('listitem').first()).toContainText('Second');
  await section.getByRole('button', { name: say('ofApp.menu', { name: 'Second' }) }).click();
  await page.getByRole('menuitem', { name: say('remove.do') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('remove.do'), exact: true })
    .click();
  await expect(section.getByRole('listitem')).toHaveCount(1);
});
