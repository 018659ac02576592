import { expect } from '@playwright/test';
import type { Owner } from '../test.ts';
import { words } from '../words.ts';
import type { Screen } from './screen.ts';

/** Assistants of the owner's own, one of them with everything. */
async function withAssistants({ api }: Owner): Promise<{ id: string }> {
  const { assistant } = api.trpc;
  const [held] = (await assistant.mine.query()).filter(({ name }) => name === 'Minutes');
  if (held) return held;
  await assistant.create.mutate({
    name: 'Law library',
    avatar: 'blue:⚖️',
    description: 'Finds the paragraph, quotes it, and says what it means for us in two sentences.',
  });
  await assistant.create.mutate({ name: 'Plain', tools: [] });
  return assistant.create.mutate({
    name: 'Minutes',
    avatar: 'amber:📝',
    description: 'Makes minutes of what was said.',
    instructions:
      'You write minutes for {{user_name}} of {{team_name}}. Today is {{date}}.\n\nName who decided what.',
    starters: ['Make minutes of this', 'What is still open?'],
    parameters: { temperature: 0.3 },
    tools: ['calculator'],
  });
}

/** Assistants of one’s own. */
export const assistantsScreens: Screen[] = [
  {
    name: 'assistants',
    async open(page, owner, language) {
      await withAssistants(owner);
      await page.goto('/assistant');
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(
        page
          .getByRole('region', { name: words('assistant:mine', {}, language) })
          .getByRole('article')
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: 'assistant',
    async open(page, owner, language) {
      const { id } = await withAssistants(owner);
      await page.goto(`/assistant?id=${id}`);
      await expect(
        page.getByLabel(words('assistant:field.instructions', {}, language), { exact: true }),
      ).toBeEditable();
    },
  },
  {
    name: 'assistant-tried',
    async open(page, owner, language) {
      const { id } = await withAssistants(owner);
      await page.goto(`/assistant?id=${id}`);
      const side = page.getByText(words('assistant:editor.try', {}, language), { exact: true }).first();
      await expect(
        page.getByLabel(words('assistant:field.instructions', {}, language), { exact: true }),
      ).toBeAttached();
      const ask = page.getByLabel(words('assistant:try.placeholder', {}, language), { exact: true });
      const sides = page.getByRole('radiogroup');
      // Whether it can be tried comes with the rights of its reader.
      await expect.poll(async () => (await ask.isVisible()) || (await sides.isVisible())).toBe(true);
      if (await sides.isVisible()) await side.click();
      await ask.fill('[[tool calculator {"expression":"6 * 7"}]] How many minutes are left?');
      await page
        .getByRole('button', { name: words('chat:composer.send', {}, language), exact: true })
        .click();
      await expect(page.getByText(/\+ \d+ (tokens|词元)/)).toBeVisible();
    },
  },
  {
    name: 'assistant-compare',
    async open(page, owner, language) {
      const { id } = await withAssistants(owner);
      await page.goto(`/assistant?id=${id}`);
      await page.getByRole('button', { name: words('assistant:compare.open', {}, language) }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().fill('[[say Both say the same.]] Which of you is right?');
      await dialog.getByRole('button', { name: words('assistant:compare.go', {}, language) }).click();
      await expect(dialog.getByText(/\+ \d+ (tokens|词元)/)).toHaveCount(2);
    },
  },
];
