import path from 'node:path';
import { script } from '../../fakes/provider/script.ts';
import { makeTask, say } from '../support/agent.ts';
import { expectAccessible, expectColoursAccessible } from '../support/axe.ts';
import { Conversation } from '../support/conversation.ts';
import { expect, test } from '../support/test.ts';

const pictures = 'test-results/screens';

test('a run is exported and forked from an earlier step, and goes on elsewhere from its files', async ({
  page,
  owner,
}) => {
  const task = await makeTask(owner, 'work');
  await page.goto(task.path);
  const chat = new Conversation(page);
  await expect(chat.composer).toBeEditable();
  const steps = script(
    [['write_file', { path: 'plan.md', content: '# First thoughts' }]],
    [['write_file', { path: 'plan.md', content: '# Second thoughts' }]],
    [['delete_file', { path: 'plan.md' }]],
  );
  await chat.send(`${steps} Write a plan`);
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('tab', { name: say('panel.runs') }).click();
  await page
    .getByRole('list', { name: say('panel.runs') })
    .getByRole('button')
    .click();
  const slider = page.getByRole('slider', { name: say('runs.slider') });
  await slider.press('ArrowLeft');
  const fork = page.getByRole('button', { name: say('runs.fork') });
  await expect(page.getByRole('button', { name: say('runs.step', { count: 2 }) })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expectAccessible(page, 'a step that can be forked');
  await page.screenshot({ path: path.join(pictures, 'agent-fork-light.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectColoursAccessible(page, 'a step that can be forked in the dark');
  await page.screenshot({ path: path.join(pictures, 'agent-fork-dark.png') });
  await page.emulateMedia({ colorScheme: 'light' });

  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: say('runs.export') }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/);

  await fork.click();
  await expect(page).not.toHaveURL(new RegExp(task.id));
  await expect(page).toHaveURL(/\/agent\//);
  await page.getByRole('tab', { name: say('panel.files') }).click();
  await page.getByRole('treeitem', { name: 'plan.md' }).click();
  await expect(page.getByRole('heading', { name: 'Second thoughts' })).toBeVisible();
  await page.screenshot({ path: path.join(pictures, 'agent-forked-light.png') });
  await chat.send(`${script([['read_file', { path: 'plan.md' }]])} Go on`);
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await expect(
    chat.lastAnswer.getByRole('button', { name: say('call.read_file.done', { path: 'plan.md' }) }),
  ).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the fork of a step is at hand', async ({ page, owner }) => {
    const task = await makeTask(owner, 'work');
    await page.goto(task.path);
    const chat = new Conversation(page);
    await chat.send(`${script([['write_file', { path: 'plan.md', content: '# A plan' }]])} Write a plan`);
    await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
    await page.getByText(say('view.panel'), { exact: true }).tap();
    await page.getByRole('tab', { name: say('panel.runs') }).tap();
    await page
      .getByRole('list', { name: say('panel.runs') })
      .getByRole('button')
      .tap();
    const fork = page.getByRole('button', { name: say('runs.fork') });
    await expect(fork).toBeVisible();
    await expectAccessible(page, 'a step that can be forked on a phone');
    await page.screenshot({ path: path.join(pictures, 'agent-fork-phone.png') });
    await fork.tap();
    await expect(page).not.toHaveURL(new RegExp(task.id));
  });
});
