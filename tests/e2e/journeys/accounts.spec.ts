import type { Page } from '@playwright/test';
import { startFakeMcp } from '../../fakes/mcp/server.ts';
import { makeColleague } from '../support/colleague.ts';
import { Conversation } from '../support/conversation.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { writeNote } from '../support/tools.ts';
import { words } from '../support/words.ts';

const CREDIT = 1_000_000;
const PROMPT = 'A bowl of soup';

/** Sets up the showcase at the fake provider. */
async function addShowcase(page: Page, host: string): Promise<void> {
  const say = (key: string) => words(`model:${key}`);
  await page.goto('/admin/modelProvider');
  await page.getByRole('button', { name: say('showcase.open'), exact: true }).click();
  await page.getByLabel(say('field.key'), { exact: true }).fill('sk-of-the-kitchen');
  await page.getByLabel(say('field.host'), { exact: true }).fill(host);
  await page.getByLabel(say('showcase.token'), { exact: true }).fill('fake-text');
  await page.getByRole('button', { name: say('showcase.submit'), exact: true }).click();
  await expect(
    page
      .getByRole('list', { name: say('models') })
      .getByRole('listitem')
      .nth(2),
  ).toContainText('fake-text');
}

/** Makes an assistant of one's own from a template, and gives it a tool. @returns its id */
async function assistantFromTemplate(page: Page, tool: string): Promise<string> {
  await page.goto('/assistant');
  await page.getByRole('button', { name: words('template:open'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words('template:title') });
  await dialog
    .getByRole('list', { name: words('template:list.label') })
    .getByRole('button')
    .first()
    .click();
  await dialog.getByRole('button', { name: words('template:preview.use.assistant') }).click();
  await expect(page).toHaveURL(/\/assistant\?id=/);
  await page.getByRole('checkbox', { name: tool }).check();
  const save = page.getByRole('button', { name: words('common:setting.save'), exact: true });
  await save.click();
  await expect(save).toHaveCount(0);
  return new URL(page.url()).searchParams.get('id') ?? '';
}

test('a member spends a budget on an assistant with a tool and pictures, and all reports agree @full', async ({
  page,
  owner,
  installation,
  openWindow,
  problems,
}) => {
  problems.expect(/status of 409/, /A change failed/);
  const { trpc } = owner.api;
  const notebook = await startFakeMcp();
  const known = new Set((await trpc.model.list.query()).map(({ id }) => id));
  await addShowcase(page, installation.provider.url);
  const models = (await trpc.model.list.query()).filter(({ id }) => !known.has(id));
  const modelIdOf = (name: string) => models.find(({ modelId }) => modelId === name)?.id ?? '';

  const { id: serverId } = await trpc.mcp.create.mutate({ name: 'Kitchen notes', url: notebook.url });
  const { tools } = await trpc.mcp.refresh.mutate({ serverId });
  const toolId = tools.find(({ name }) => name === 'write_note')?.id ?? '';
  await trpc.mcp.setTool.mutate({ toolId, enabled: true });

  const app = await trpc.app.create.mutate({ name: 'Kitchen', type: 'chat' });
  await trpc.app.setVisibility.mutate({ appId: app.id, visibility: 'team' });
  await trpc.app.setPermission.mutate({ appId: app.id, permission: 'edit' });
  const own = await assistantFromTemplate(page, 'Write a note');
  await trpc.assistant.update.mutate({ assistantId: own, modelId: modelIdOf('gpt-4o-mini') });
  const shared = await trpc.assistant.shareToApp.mutate({ assistantId: own, appId: app.id });
  await trpc.assistant.setDefault.mutate({ appId: app.id, assistantId: shared.id });
  // One image costs four credits.
  await trpc.budget.set.mutate({ appId: app.id, period: 'month', amount: 5 * CREDIT });

  const mira = await makeColleague(installation, 'Mira Member');
  const channel = await mira.api.trpc.channel.create.mutate({ appId: app.id, name: 'Soup' });
  const window = await openWindow(stateOf(installation.url, mira.token));
  const chat = await new Conversation(window).open(`/s/${app.id}/c/${channel.id}`);
  await chat.send(writeNote('Soup').replace('mcp_notebook', 'mcp_kitchen_notes'));
  await chat.lastAnswer.getByRole('button', { name: words('mcp:approval.approve') }).click();
  await chat.expectAnswer('Note 1 is written: Soup');
  expect(notebook.notes).toHaveLength(1);

  await window.getByRole('button', { name: /gpt-4o-mini/ }).click();
  await window
    .getByRole('menuitemradio', { name: /dall-e-3/ })
    .last()
    .click();
  await chat.send(PROMPT);
  await expect(chat.lastAnswer.getByRole('img', { name: PROMPT })).toBeVisible();
  await expect(chat.lastAnswer).toHaveAttribute('aria-busy', 'false');
  await chat.send('And another one');
  await expect(window.getByText(words('error:budgetOf.app'))).toBeVisible();
  await expect(window.getByText('And another one')).toBeVisible();
  expect(installation.provider.requests.length).toBeGreaterThan(0);

  // Mira's notices, the administrators' notices, and the budget.
  const today = new Date().toISOString().slice(0, 10);
  const range = { from: today, to: today };
  await expect
    .poll(async () => (await mira.api.trpc.usage.list.query({})).list.map(({ kind }) => kind).sort())
    .toEqual(['chat', 'image']);
  const { list } = await mira.api.trpc.usage.list.query({});
  const sum = (name: 'inputTokens' | 'outputTokens' | 'cost') =>
    list.reduce((total, row) => total + row[name], 0);
  const { total } = await mira.api.trpc.usage.mine.query(range);
  expect([total.inputTokens, total.outputTokens, total.cost, total.images]).toEqual([
    sum('inputTokens'),
    sum('outputTokens'),
    sum('cost'),
    1,
  ]);
  const tokens = total.inputTokens + total.outputTokens;
  expect(tokens).toBeGreaterThan(0);
  const team = await trpc.statistic.total.query(range);
  expect(team.apps.find(({ id }) => id === app.id)).toMatchObject({ tokens, cost: total.cost });
  expect(team.people.find(({ id }) => id === mira.id)).toMatchObject({ tokens, cost: total.cost });
  const { budget } = await trpc.budget.get.query({ appId: app.id });
  expect(budget).toMatchObject({ spent: total.cost, reserved: 0 });

  await window.goto('/userSetting/usage');
  const figures = new Intl.NumberFormat('en-GB');
  for (const figure of [total.inputTokens, total.outputTokens])
    await expect(window.getByText(figures.format(figure), { exact: true }).first()).toBeVisible();

  const { list: entries } = await trpc.audit.list.query({ limit: 100 });
  const actions = new Set(entries.filter(({ actor }) => actor?.id === owner.id).map(({ action }) => action));
  for (const action of ['mcp.create', 'mcp.tool', 'app.create', 'budget.set'])
    expect(actions).toContain(action);
  expect(entries.find(({ action }) => action === 'approval.decide')?.actor?.id).toBe(mira.id);

  // Others share this team.
  await trpc.app.remove.mutate({ appId: app.id });
  await trpc.assistant.remove.mutate({ assistantId: own });
  await trpc.mcp.remove.mutate({ serverId });
  await trpc.provider.remove.mutate({ providerId: models[0]?.provider.id ?? '' });
  await notebook.close();
});
