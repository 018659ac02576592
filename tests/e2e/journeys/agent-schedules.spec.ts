import type { Page } from '@playwright/test';
import { makeTask, say } from '../support/agent.ts';
import { expectAccessible, expectColoursAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const tell = (key: string, params?: Record<string, string>) => words(`schedule:${key}`, params);

/** Opens the schedules of a task. @returns the dialog */
async function openSchedules(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole('button', { name: say('view.schedules') }).click();
  const dialog = page.getByRole('dialog');
  const press = (key: string) => dialog.getByRole('button', { name: tell(key), exact: true }).click();
  return { dialog, press };
}

test('a schedule is made by keyboard, and others who look see what becomes of it', async ({
  page,
  owner,
  installation,
  openWindow,
}) => {
  const { path, appId } = await makeTask(owner, 'work');
  const reader = await makeColleague(installation, 'Rita Reader');
  await owner.api.trpc.app.setPermission.mutate({ appId, permission: 'view' });
  const other = await openWindow(stateOf(installation.url, reader.token));
  const theirs = await openSchedules(other, path);
  await expect(theirs.dialog.getByText(tell('none'))).toBeVisible();

  const { dialog, press } = await openSchedules(page, path);
  await dialog.getByRole('button', { name: tell('add') }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel(tell('field.name'))).toBeFocused();
  await page.keyboard.type('Weekly report');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Count the files');
  await dialog.getByLabel(tell('field.starts')).selectOption('week');
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page, 'the form of a schedule');
  await press('save');
  await expect(dialog.getByRole('button', { name: tell('add') })).toBeFocused();

  await expect(theirs.dialog.getByText('Weekly report')).toBeVisible();
  await expect(theirs.dialog.getByRole('button', { name: tell('pause') })).toBeHidden();
  await press('pause');
  await expect(theirs.dialog.getByText(tell('paused.person'))).toBeVisible();
  await press('resume');
  await expect(theirs.dialog.getByText(tell('paused.person'))).toBeHidden();
  await press('runNow');
  await owner.api.trpc.app.setPermission.mutate({ appId, permission: 'edit' });
  await expect(theirs.dialog.getByRole('button', { name: tell('pause') })).toBeVisible();
  await owner.api.trpc.app.setPermission.mutate({ appId, permission: 'view' });
  await expect(theirs.dialog.getByRole('button', { name: tell('pause') })).toBeHidden();
  const done = theirs.dialog.getByRole('link', { name: say('status.done') });
  await expect(done).toBeVisible();
  await done.click();
  await expect(theirs.dialog).toBeHidden();
  await expect(other.getByText(say('trigger.manual', { name: 'Weekly report' }))).toBeVisible();
});

test('a webhook has its address shown once, and the conversation shows what a call brought', async ({
  page,
  owner,
}) => {
  const { path } = await makeTask(owner, 'work');
  const { dialog, press } = await openSchedules(page, path);
  await press('add');
  await dialog.getByLabel(tell('field.name')).fill('Builds');
  await dialog.getByLabel(tell('field.task')).fill('Sum up');
  await dialog.getByLabel(tell('field.starts')).selectOption('webhook');
  await press('save');
  const address = dialog.getByRole('region', { name: tell('webhook.address') }).locator('code');
  const first = await address.innerText();
  // A click beside the dialog would lose it.
  await page.mouse.click(5, 5);
  await expect(address).toBeVisible();
  await expectAccessible(page, 'the address of a webhook');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectColoursAccessible(page, 'the address of a webhook in the dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await press('webhook.done');
  await expect(address).toBeHidden();

  await press('webhook.rotate');
  const sure = page.getByRole('dialog', { name: tell('webhook.rotating.title') });
  await sure.getByRole('button', { name: tell('webhook.rotate') }).click();
  const second = await address.innerText();
  const call = (to: string) => fetch(to, { method: 'POST', body: '{"build":42}' });
  expect((await call(first)).status).toBe(404);
  expect((await call(second)).status).toBe(202);
  await page.keyboard.press('Escape');
  const question = new Conversation(page).lastQuestion;
  await expect(question.getByText(say('trigger.webhook', { name: 'Builds' }))).toBeVisible();
  await question.getByText(say('trigger.outside')).first().click();
  await expect(question.getByText('{"build":42}')).toBeVisible();
  await expectAccessible(page, 'a task that a webhook sent');
});
