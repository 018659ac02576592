import { type FakeMcp, startFakeMcp } from '../../fakes/mcp/server.ts';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { giveTools, openTools, writeNote } from '../support/tools.ts';
import { words } from '../support/words.ts';

const mcp = (key: string, params?: Record<string, string | number>) => words(`mcp:${key}`, params);

let notebook: FakeMcp;
test.beforeAll(async () => {
  notebook = await startFakeMcp({ token: 'open sesame' });
});
test.afterAll(() => notebook.close());

test('an administrator allows a tool; it runs once approved, with the edited input', async ({
  page,
  owner,
  freshChannel,
  openWindow,
  installation,
  problems,
}) => {
  // A wrong token, and a value that is missing.
  problems.expect(/status of 4\d\d/);
  const section = await openTools(page);
  await section.getByRole('button', { name: mcp('add') }).click();
  const dialog = page.getByRole('dialog', { name: mcp('form.add') });
  await dialog.getByLabel(mcp('form.name')).fill('Notes');
  await dialog.getByLabel(mcp('form.url')).fill(notebook.url);
  await dialog.getByLabel(mcp('form.token'), { exact: true }).fill('wrong');
  await expectAccessible(page, 'adding a server');
  await dialog.getByRole('button', { name: mcp('form.create') }).click();
  await expect(section.getByRole('alert')).toContainText('Bring the right token');

  await section.getByRole('button', { name: mcp('more', { name: 'Notes' }) }).click();
  await page.getByRole('menuitem', { name: mcp('edit') }).click();
  const edit = page.getByRole('dialog', { name: mcp('form.edit', { name: 'Notes' }) });
  await edit.getByRole('button', { name: mcp('form.replace') }).click();
  await edit.getByLabel(mcp('form.token'), { exact: true }).fill('open sesame');
  await edit.getByRole('button', { name: mcp('form.save') }).click();
  await section.getByRole('button', { name: mcp('refreshLabel', { name: 'Notes' }) }).click();
  const tools = section.getByRole('list', { name: mcp('tools', { name: 'Notes' }) });
  await expect(tools.getByRole('listitem')).toHaveCount(4);
  await tools.getByRole('switch', { name: mcp('toolOn', { name: 'Write a note' }) }).press('Space');
  await expect(section.getByText(mcp('state.tools_other', { count: 4, on: 1 }))).toBeVisible();
  await expect(
    tools.getByRole('checkbox', { name: mcp('approval.neededLabel', { name: 'Write a note' }) }),
  ).toBeChecked();
  await expectAccessible(page, 'tools');

  const server = (await owner.api.trpc.mcp.list.query()).find(({ url }) => url === notebook.url);
  const list = await owner.api.trpc.mcp.tools.query({ serverId: server?.id as string });
  await giveTools(owner, [`mcp:${list.find(({ enabled }) => enabled)?.id}`]);
  const chat = await new Conversation(page).open(freshChannel.path);
  await chat.send(writeNote('Milk').replace('mcp_notebook', 'mcp_notes'));
  const card = chat.lastAnswer.getByRole('region', { name: 'Write a note' });
  await expect(card).toContainText('Two bottles, please');
  await expectAccessible(page, 'waiting for consent');

  // A reader sees that the call waits, and cannot decide.
  const reader = await makeColleague(installation, 'Rita Reader');
  const channelId = freshChannel.id;
  await owner.api.trpc.channel.setVisibility.mutate({ channelId, visibility: 'private' });
  await owner.api.trpc.grant.share.mutate({ channelId, users: [{ userId: reader.id, permission: 'view' }] });
  const other = await openWindow(stateOf(installation.url, reader.token));
  await other.goto(freshChannel.path);
  await expect(other.getByText(mcp('approval.waits'))).toBeVisible();
  await expect(other.getByRole('button', { name: mcp('approval.approve') })).toHaveCount(0);

  await card.getByRole('button', { name: mcp('approval.edit') }).click();
  await card.getByLabel('title').fill('');
  await card.getByRole('button', { name: mcp('approval.approveChanged') }).click();
  await expect(card.getByRole('alert')).toContainText('title');
  await card.getByLabel('title').fill('Oat milk');
  await card.getByRole('button', { name: mcp('approval.approveChanged') }).click();
  await chat.expectAnswer('Note 1 is written: Oat milk');
  expect(notebook.notes).toEqual([{ title: 'Oat milk', text: 'Two bottles, please' }]);
  const row = chat.lastAnswer.getByRole('button', { name: 'Notes: Write a note' });
  await row.click();
  await expect(chat.lastAnswer).toContainText(words('chat:toolCall.approvedChanged'));

  await chat.send(writeNote('Bread').replace('mcp_notebook', 'mcp_notes'));
  await chat.lastAnswer.getByRole('button', { name: mcp('approval.refuse') }).click();
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  expect(notebook.notes).toHaveLength(1);
});
