import type { Page } from '@playwright/test';
import { script } from '../../fakes/provider/script.ts';
import { makeTask, say } from '../support/agent.ts';
import { expectAccessible, expectColoursAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const csv = 'month,sales\nJan,120\nFeb,140\n';
const plan = (status: 'active' | 'done') =>
  ['update_plan', { items: [{ id: '1', text: 'Write the report', status }] }] as const;

/** Opens a task, which says what it is for until something is asked. */
async function openTask(page: Page, path: string): Promise<Conversation> {
  await page.goto(path);
  const chat = new Conversation(page);
  await expect(chat.composer).toBeEditable();
  await expect(page.getByRole('tab', { name: say('panel.files') })).toBeVisible();
  return chat;
}

const tab = (page: Page, name: 'files' | 'changes' | 'runs') =>
  page.getByRole('tab', { name: say(`panel.${name}`) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a run shows its steps, its plan and its files, and everything can be undone', async ({
  page,
  owner,
}) => {
  const { path } = await makeTask(owner, 'work');
  const chat = await openTask(page, path);
  await expect(page.getByText(say('empty.title'))).toBeVisible();
  await expectAccessible(page, 'an empty task');
  const steps = script(
    [plan('active')],
    [['write_file', { path: 'data/sales.csv', content: csv }]],
    [['edit_file', { path: 'data/sales.csv', find: 'Feb,140', replace: 'Feb,150' }]],
    [plan('done')],
  );
  await chat.send(`${steps} Report the sales`);
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText(say('plan.progress', { done: 1, count: 1 }))).toBeVisible();
  await chat.lastAnswer.getByRole('button', { name: say('group.steps_other', { count: 4 }) }).click();
  const line = chat.lastAnswer.getByRole('button', {
    name: say('call.edit_file.done', { path: 'data/sales.csv' }),
  });
  await line.click();
  await expect(chat.lastAnswer.getByRole('group', { name: say('panel.changes') })).toContainText('Feb,150');

  await page.getByRole('treeitem', { name: 'data' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('treeitem', { name: 'sales.csv' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const file = page.getByRole('region', { name: 'sales.csv' });
  await expect(file.getByRole('cell', { name: '150' })).toBeVisible();
  await file.getByRole('button', { name: say('file.edit') }).click();
  await page.getByRole('textbox', { name: say('file.text', { name: 'sales.csv' }) }).fill(`${csv}Mar,90\n`);
  await button(page, say('file.save')).click();
  await expect(file.getByRole('cell', { name: 'Mar' })).toBeVisible();
  await expectAccessible(page, 'a table among the files');

  await tab(page, 'changes').click();
  await expect(page.getByRole('group', { name: 'data/sales.csv' })).toContainText('Feb,150');
  await expectAccessible(page, 'changes of a run');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectColoursAccessible(page, 'changes of a run in the dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await button(page, say('change.restoreFile')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('change.restoreConfirm') })
    .click();
  await tab(page, 'files').click();
  await button(page, say('file.back')).click();
  await expect(page.getByRole('treeitem', { name: 'sales.csv' })).toBeHidden();

  await tab(page, 'runs').click();
  await page
    .getByRole('list', { name: say('panel.runs') })
    .getByRole('button')
    .click();
  await expect(page.getByRole('button', { name: say('runs.step', { count: 4 }) })).toBeVisible();
  await expectAccessible(page, 'the steps of a run');
});

test('another person approves with other values, and answers a question', async ({
  page,
  owner,
  installation,
  openWindow,
}) => {
  const { path, appId } = await makeTask(owner, 'ask');
  const colleague = await makeColleague(installation, 'Cleo Colleague');
  await owner.api.trpc.grant.share.mutate({ appId, users: [{ userId: colleague.id, permission: 'edit' }] });
  const chat = await openTask(page, path);
  const question = 'Which currency?';
  const steps = script(
    [['write_file', { path: 'report.md', content: '# Draft' }]],
    [['ask_person', { question, options: ['Euro', 'Dollar'] }]],
  );
  await chat.send(`${steps} Write the report`);
  await expect(chat.lastAnswer.getByRole('region')).toBeVisible();
  await expectAccessible(page, 'an approval of a run');

  const other = await openWindow(stateOf(installation.url, colleague.token));
  const theirs = await openTask(other, path);
  const card = theirs.lastAnswer.getByRole('region');
  await card.getByRole('button', { name: words('mcp:approval.edit') }).click();
  await card.getByLabel('content').fill('# Final');
  await card.getByRole('button', { name: words('mcp:approval.approveChanged') }).click();
  await page.getByRole('treeitem', { name: 'report.md' }).click();
  await expect(page.getByRole('heading', { name: 'Final' })).toBeVisible();

  await expect(chat.lastAnswer.getByText(question)).toBeVisible();
  await expectAccessible(page, 'a question of a run');
  await theirs.lastAnswer.getByRole('button', { name: 'Euro' }).click();
  await chat.expectAnswer('Euro');
});

test('a run that repeats itself pauses until somebody lets it go on', async ({ page, owner }) => {
  const { path } = await makeTask(owner, 'read');
  const chat = await openTask(page, path);
  const again = [['list_files', {}]] as const;
  await chat.send(`${script(again, again, again)} Look around`);
  await expect(chat.lastAnswer.getByText(say('paused.repetition'))).toBeVisible();
  await expectAccessible(page, 'a paused run');
  await button(page, say('paused.go')).click();
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await expect(chat.lastAnswer.getByText(say('paused.title'))).toBeHidden();
});

test('anybody who may ask stops a run', async ({ page, owner, openWindow }) => {
  const { path } = await makeTask(owner, 'work');
  const chat = await openTask(page, path);
  const other = await openWindow();
  const theirs = await openTask(other, path);
  await chat.send(`${script([['run_shell', { command: 'echo begun; sleep 30' }]])} Wait a while`);
  await expect(theirs.lastAnswer.getByRole('group', { name: say('call.output') })).toHaveText(/begun/);
  await other.keyboard.press('Escape');
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await expect(chat.lastAnswer).toContainText(words('chat:end.stopped'));
});

test('people bring files, move them, and never overwrite each other unasked', async ({
  page,
  owner,
  problems,
}) => {
  // A path that is taken.
  problems.expect(/status of 400.*agentFile\.move/);
  const { id, path } = await makeTask(owner, 'work');
  await openTask(page, path);
  const chooser = page.waitForEvent('filechooser');
  await button(page, say('file.upload')).click();
  const sales = { name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  const bytes = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0, 1, 255]) };
  await (await chooser).setFiles([sales, bytes]);
  const row = (name: string) => page.getByRole('treeitem', { name });
  const choose = async (name: string, item: string) => {
    await row(name).hover();
    await button(page, say('file.actions', { name })).click();
    await page.getByRole('menuitem', { name: say(item) }).click();
  };
  await row('photo.png').hover();
  await button(page, say('file.actions', { name: 'photo.png' })).click();
  await expect(page.getByRole('menuitem', { name: say('file.rename') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: say('file.toDocument') })).toBeHidden();
  await page.keyboard.press('Escape');

  await choose('photo.png', 'file.rename');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: say('file.newPath') });
  const rename = dialog.getByRole('button', { name: say('file.renameTitle') });
  await field.fill('sales.csv');
  await rename.click();
  await expect(dialog.getByText(say('file.refused'))).toBeVisible();
  await field.fill('pictures/photo.png');
  await rename.click();
  await row('pictures').click();
  await expect(row('photo.png')).toHaveAttribute('aria-level', '2');

  await row('sales.csv').click();
  await button(page, say('file.edit')).click();
  const text = page.getByRole('textbox', { name: say('file.text', { name: 'sales.csv' }) });
  await text.fill('month,sales\nJan,1\n');
  const { manifestId } = await owner.api.trpc.agentFile.content.query({ channelId: id, path: 'sales.csv' });
  const theirs = { channelId: id, path: 'sales.csv', content: 'month,sales\nJan,999\n', basedOn: manifestId };
  await owner.api.trpc.agentFile.write.mutate(theirs);
  await button(page, say('file.save')).click();
  await expect(page.getByLabel(say('file.conflict.theirs'))).toHaveValue(theirs.content);
  await expectAccessible(page, 'a file that somebody else changed');
  await button(page, say('file.conflict.keep')).click();
  await expect(page.getByRole('cell', { name: '1', exact: true })).toBeVisible();

  await tab(page, 'changes').click();
  await button(page, say('change.states')).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: say('change.state.edit', { name: owner.name }) })
    .nth(1)
    .getByRole('button', { name: say('change.restoreConfirm') })
    .click();
  await dialog.getByRole('button', { name: say('change.restoreConfirm') }).click();
  await tab(page, 'files').click();
  await expect(page.getByRole('cell', { name: '999' })).toBeVisible();
});

test('an example of an app’s page brings the files of its task', async ({ page, owner }) => {
  const { id, appId } = await makeTask(owner, 'work');
  await owner.api.trpc.channel.remove.mutate({ channelId: id });
  await page.goto(`/agent/${appId}`);
  await button(page, say('example.merge.name')).click();
  const chat = new Conversation(page);
  await expect(chat.composer).toHaveValue(say('example.merge.words'));
  await expectAccessible(page, 'an app of agents with an example');
  await chat.send(`${say('example.merge.words')} please`);
  await expect(page.getByRole('treeitem', { name: 'february.csv' })).toBeVisible();
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('conversation and files are two sides of a task', async ({ page, owner }) => {
    const { path } = await makeTask(owner, 'work');
    await page.goto(path);
    const chat = new Conversation(page);
    await chat.send(`${script([['write_file', { path: 'notes.md', content: '# Notes' }]])} Take notes`);
    await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
    await expectAccessible(page, 'a task on a phone');
    await page.getByText(say('view.panel'), { exact: true }).tap();
    await page.getByRole('treeitem', { name: 'notes.md' }).tap();
    await expect(page.getByRole('heading', { name: 'Notes', exact: true })).toBeVisible();
    await expectAccessible(page, 'a file on a phone');
  });
});
