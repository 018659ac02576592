import type { Page } from '@playwright/test';
import { expect, type Owner, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const setting = (key: string) => words(`common:setting.${key}`);
const button = (page: Page, key: string) => page.getByRole('button', { name: setting(key), exact: true });

/** Opens the settings of the owner's app and answers a field of theirs. */
async function openSetting(page: Page, owner: Owner) {
  await page.goto(`/s/${owner.appId}/setting`);
  const description = page.getByLabel(words('workspace:setting.description'), { exact: true });
  await expect(description).toBeEditable();
  return { description };
}

/** Opens the form of the app's assistant and answers two fields of its. */
async function openAssistant(page: Page, owner: Owner) {
  const [assistant] = await owner.api.trpc.assistant.list.query({ appId: owner.appId });
  await page.goto(`/assistant?id=${assistant?.id}`);
  const field = (name: string) => page.getByLabel(words(`assistant:field.${name}`), { exact: true });
  await expect(field('instructions')).toBeEditable();
  return { description: field('description'), instructions: field('instructions') };
}

test('leaving settings with changes asks first, and staying keeps them', async ({ page, owner }) => {
  const { description } = await openSetting(page, owner);
  await expect(button(page, 'save')).toHaveCount(0);
  await description.fill('Never to be stored');
  const dialog = page.getByRole('dialog', { name: setting('leave.title') });

  const home = page.getByRole('link', { name: words('common:nav.home'), exact: true });
  await home.click();
  await expect(dialog).toBeVisible();
  await button(page, 'leave.stay').click();
  await expect(dialog).toBeHidden();
  await expect(description).toHaveValue('Never to be stored');

  await home.click();
  await button(page, 'leave.leave').click();
  await expect(page).toHaveURL('/home');
  await page.goBack();
  await expect(description).toBeEditable();
  await expect(description).toHaveValue('');
});

test('one bar saves the changes of every field, and leaving then asks nothing @full', async ({
  page,
  owner,
}) => {
  const { instructions, description } = await openAssistant(page, owner);
  await description.fill('For all that comes up');
  await instructions.fill('Answer briefly.');
  await button(page, 'save').click();
  await expect(page.getByText(setting('saved'), { exact: true })).toBeVisible();
  await expect(button(page, 'save')).toHaveCount(0);
  await page.getByRole('link', { name: words('common:nav.home'), exact: true }).click();
  await expect(page).toHaveURL('/home');
  const again = await openAssistant(page, owner);
  await expect(again.description).toHaveValue('For all that comes up');
  await expect(again.instructions).toHaveValue('Answer briefly.');

  await again.description.fill('');
  await again.instructions.fill('');
  await button(page, 'save').click();
  await expect(button(page, 'save')).toHaveCount(0);
});
