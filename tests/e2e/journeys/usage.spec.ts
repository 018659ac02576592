import { expectAccessible } from '../support/axe.ts';
import { Conversation, slowly } from '../support/conversation.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const usage = (key: string) => words(`usage:${key}`);

test('an exhausted budget keeps the text and says why; the usage page agrees', async ({
  page,
  owner,
  problems,
}, testInfo) => {
  problems.expect(/Failed to load resource.*409/, /A change failed/);
  const { trpc } = owner.api;
  const model = (await trpc.model.list.query()).find(({ kind }) => kind === 'chat');
  if (!model) throw new Error('no model');
  const price = (each: number | null) =>
    trpc.model.update.mutate({ modelRowId: model.id, inputPrice: each, outputPrice: each });
  // A hundredth of a credit a token.
  await price(10_000_000_000);
  try {
    const { path } = await makeChannel(owner, 'Spending');
    const conversation = await new Conversation(page).open(path);
    await conversation.send('[[say one two three]] Hello');
    await conversation.expectAnswer('one two three');
    const gauge = page.getByRole('button', { name: new RegExp(usage('gauge.label')) });
    await expect(gauge).toBeVisible();

    await trpc.budget.set.mutate({ userId: owner.id, period: 'month', amount: 1_000_000 });
    await conversation.send('Is this kept?');
    await expect(page.getByText(words('error:budgetOf.user'))).toBeVisible();
    await expect(page.getByText('Is this kept?')).toBeVisible();

    const { list } = await trpc.usage.list.query({});
    await page.goto('/userSetting/usage');
    await expect(page.getByRole('region', { name: usage('budget.own') })).toBeVisible();
    await expect(page.getByRole('region', { name: usage('list.title') })).toContainText('Spending');
    await expect(page.getByRole('region', { name: usage('byModel') })).toContainText(model.name);
    const { total } = await trpc.usage.mine.query({
      from: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      to: new Date().toISOString().slice(0, 10),
    });
    expect(total.cost).toBe(list.reduce((sum, { cost }) => sum + cost, 0));
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await expectAccessible(page, 'usage');
      await page.screenshot({ path: testInfo.outputPath(`usage-${scheme}.png`), fullPage: true });
    }
    await page.getByRole('button', { name: usage('asTable') }).click();
    await expect(page.getByRole('columnheader', { name: usage('day') })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 800 });
    await expectAccessible(page, 'usage');
    await page.screenshot({ path: testInfo.outputPath('usage-phone.png'), fullPage: true });
  } finally {
    await trpc.budget.remove.mutate({ userId: owner.id });
    await price(null);
  }
});

test('an answer ended by a budget says why, to screen readers too @full', async ({ page, owner }) => {
  const { trpc } = owner.api;
  const model = (await trpc.model.list.query()).find(({ kind }) => kind === 'chat');
  if (!model) throw new Error('no model');
  const price = (each: number | null) =>
    trpc.model.update.mutate({ modelRowId: model.id, inputPrice: each, outputPrice: each });
  const today = new Date().toISOString().slice(0, 10);
  const { total } = await trpc.usage.mine.query({ from: `${today.slice(0, 8)}01`, to: today });
  await price(10_000_000_000);
  // Enough for the beginning of an answer, not for all of it.
  await trpc.budget.set.mutate({ userId: owner.id, period: 'month', amount: total.cost + 30_000_000 });
  try {
    const { path } = await makeChannel(owner, 'Ended by a budget');
    const conversation = await new Conversation(page).open(path);
    await conversation.send(slowly(6_000, 1));
    const reason = words('error:budgetOf.user');
    await expect(conversation.lastAnswer.getByText(reason)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('status').filter({ hasText: reason })).toHaveCount(1);
  } finally {
    await trpc.budget.remove.mutate({ userId: owner.id });
    await price(null);
  }
});

test('an administrator sets a team budget, and the page keeps its position', async ({ page }) => {
  await page.goto('/admin/preference');
  const panel = page.getByRole('region', { name: usage('budget.title'), exact: true });
  const button = (key: string) => panel.getByRole('button', { name: usage(`budget.${key}`), exact: true });
  await button('set').click();
  await panel.getByLabel(usage('budget.amount')).fill('many');
  await page.keyboard.press('Enter');
  await expect(panel.getByText(usage('budget.wrong'))).toBeVisible();
  await panel.getByLabel(usage('budget.amount')).fill('5000');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('5,000').first()).toBeVisible();
  await expect(button('change')).toBeFocused();
  await button('change').click();
  await panel.getByLabel(usage('budget.amount')).fill('250.5');
  await button('save').click();
  await expect(panel.getByText('250.5').first()).toBeVisible();
  await expectAccessible(page, 'the budget of the team');
  await button('remove').click();
  await expect(button('cancel')).toBeFocused();
  await button('remove').click();
  await expect(button('set')).toBeFocused();
});
