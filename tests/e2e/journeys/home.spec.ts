import { Conversation } from '../support/conversation.ts';
import { openHome } from '../support/home.ts';
import { expect, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test('a suggested start fills an empty composer, and does not overwrite a draft', async ({ page }) => {
  await openHome(page);
  const { composer } = new Conversation(page);
  const tour = page.getByRole('button', { name: words('home:starters.tour.label') });
  const recents = page.getByRole('textbox');
  const before = await recents.boundingBox();
  await tour.click();
  await expect(composer).toHaveValue(words('home:starters.tour.words'));
  await expect(composer).toBeFocused();
  await expect(tour).toBeHidden();
  await composer.fill('Words of my own');
  await expect(tour).toBeHidden();
  expect(await recents.boundingBox()).toEqual(before);
  await composer.fill('');
  await expect(tour).toBeVisible();
});
