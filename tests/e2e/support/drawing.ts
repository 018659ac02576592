import { expect, type Page } from '@playwright/test';
import { Conversation } from './conversation.ts';
import { words } from './words.ts';

/** The built-in program that draws, as it is called everywhere. */
export const DRAWER = 'Tandem Draw (built in)';

/** Chooses the built-in image model for the next messages in the open channel. */
export async function chooseDrawer(page: Page, language = 'en'): Promise<void> {
  const form = page.locator('form', { has: page.locator('[data-composer]') });
  const say = (name: string) => words('chat:model.choose', { name }, language);
  await form.getByRole('button', { name: new RegExp(say('.*').replace(/[()]/g, '\\$&')) }).click();
  await page.getByRole('menuitemradio', { name: DRAWER }).click();
  await expect(form.getByRole('button', { name: say(DRAWER) })).toBeVisible();
}

/** Chooses an aspect ratio or a number in the menu beside it. */
export async function chooseShape(page: Page, items: readonly string[], language = 'en'): Promise<void> {
  await page.getByTitle(words('image:optionsHint', {}, language)).click();
  for (const name of items) await page.getByRole('menuitemradio', { name, exact: true }).click();
  await page.keyboard.press('Escape');
}

/** Asks for images and waits until that many are shown. */
export async function draw(page: Page, prompt: string, count: number, language = 'en') {
  const talk = new Conversation(page, language);
  await talk.send(prompt);
  await expect(talk.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await expect(talk.lastAnswer.getByRole('img', { name: prompt })).toHaveCount(count);
  return talk.lastAnswer;
}
