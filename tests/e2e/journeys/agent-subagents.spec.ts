import path from 'node:path';
import { script } from '../../fakes/provider/script.ts';
import { makeTask, say } from '../support/agent.ts';
import { expectAccessible, expectColoursAccessible } from '../support/axe.ts';
import { Conversation } from '../support/conversation.ts';
import { expect, test } from '../support/test.ts';

const pictures = path.resolve(import.meta.dirname, '../../../test-results/screens');

test('sub-agents show what they do while they work, and what became of their files', async ({
  page,
  owner,
}) => {
  const task = await makeTask(owner, 'work');
  await page.goto(task.path);
  const chat = new Conversation(page);
  await expect(chat.composer).toBeEditable();
  const write = (file: string, content: string) => [['write_file', { path: file, content }]] as const;
  const hand = (title: string, file: string, pace = '') =>
    [
      'run_subagent',
      {
        title,
        instructions: `${script(write(file, title), [['list_files', {}]], [['ask_person', {}]])} ${pace} ${title}`,
      },
    ] as const;
  // Both write one file: the later merge keeps its state beside the other.
  const steps = script([
    hand('Collect prices', 'report.md'),
    hand('Read the contracts', 'report.md', '[[slow 1500]]'),
  ]);
  await chat.send(`${steps} Compare the offers`);
  const line = (title: string, state: 'running' | 'done') =>
    chat.lastAnswer.getByRole('button', { name: say(`call.run_subagent.${state}`, { title }) });
  await line('Read the contracts', 'running').click();
  await expect(
    chat.lastAnswer.getByText('report.md', { exact: true }),
    'a step while it works',
  ).toBeVisible();
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await expect(chat.lastAnswer.getByText(say('subagent.conflicts'))).toBeVisible();
  await expect(chat.lastAnswer.getByText(say('subagent.steps_other', { count: 3 }))).toBeVisible();
  await expect(
    chat.lastAnswer.getByRole('img', { name: say('subagent.failed') }),
    'its steps stay open when it ends',
  ).toBeVisible();
  await expect(
    page.getByRole('treeitem', { name: 'report (sub-agent Read the contracts).md' }),
  ).toBeVisible();
  await expect(line('Collect prices', 'done')).toBeVisible();
  await expect(line('Read the contracts', 'done')).toContainText(say('subagent.conflict_one', { count: 1 }));

  const show = () =>
    line('Collect prices', 'done').evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await expectAccessible(page, 'sub-agents');
  await show();
  await page.screenshot({ path: path.join(pictures, 'agent-subagents-light.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectColoursAccessible(page, 'sub-agents in the dark');
  await page.screenshot({ path: path.join(pictures, 'agent-subagents-dark.png') });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'sub-agents on a phone');
  await show();
  await page.screenshot({ path: path.join(pictures, 'agent-subagents-phone.png') });
});
