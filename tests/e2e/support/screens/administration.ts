import { expect, type Locator } from '@playwright/test';
import { makeChannel } from '../test.ts';
import { allowNotebook, openTools } from '../tools.ts';
import { words } from '../words.ts';
import type { Screen } from './screen.ts';

/** The first entry of an administration list: a row of its table or, on a phone, a card. */
const firstOf = (list: Locator) => list.getByRole('row').nth(1).or(list.getByRole('listitem').first());

/** Screens of the administration. */
export const administrationScreens: Screen[] = [
  {
    name: 'tools',
    async open(page, owner, language) {
      await allowNotebook(owner);
      const section = await openTools(page, language);
      await section.getByRole('button', { name: /^Notebook http/, expanded: false }).click();
      await expect(section.getByText('Count notes').first()).toBeVisible();
      await section.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'tools-adding',
    async open(page, owner, language) {
      await allowNotebook(owner);
      const section = await openTools(page, language);
      await section.getByRole('button', { name: words('mcp:add', {}, language) }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'overview',
    async open(page, owner, language) {
      const { id: channelId } = await makeChannel(owner, 'Counted');
      await owner.api.trpc.message.send.mutate({ channelId, text: '[[say Counted.]] Count this.' });
      await page.goto('/admin/overview');
      const name = words('admin:overview.daily', {}, language);
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    },
  },
  {
    name: 'applications',
    async open(page, _owner, language) {
      await page.goto('/admin/application');
      const list = page.getByRole('region', { name: words('admin:application.title', {}, language) });
      await expect(firstOf(list)).toBeVisible();
    },
  },
  {
    name: 'application',
    async open(page, _owner, language) {
      await page.goto('/admin/application');
      const list = page.getByRole('region', { name: words('admin:application.title', {}, language) });
      await firstOf(list).getByRole('button').click();
      const budget = words('usage:budget.title', {}, language);
      await expect(page.getByRole('dialog').getByRole('region', { name: budget })).toBeVisible();
    },
  },
  {
    name: 'team-members',
    async open(page, _owner, language) {
      await page.goto('/admin/teamMember');
      const list = page.getByRole('region', { name: words('admin:teamMember.title', {}, language) });
      await expect(firstOf(list)).toBeVisible();
    },
  },
  {
    name: 'team-member',
    async open(page, _owner, language) {
      await page.goto('/admin/teamMember');
      const list = page.getByRole('region', { name: words('admin:teamMember.title', {}, language) });
      await firstOf(list).getByRole('button').click();
      const budget = words('usage:budget.title', {}, language);
      await expect(page.getByRole('dialog').getByRole('region', { name: budget })).toBeVisible();
    },
  },
  {
    name: 'setting',
    async open(page, _owner, language) {
      await page.goto('/admin/setting');
      const name = words('admin:setting.storage.title', {}, language);
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    },
  },
  {
    name: 'preference',
    async open(page, _owner, language) {
      await page.goto('/admin/preference');
      const name = words('admin:preference.joining.title', {}, language);
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    },
  },
  {
    name: 'audit-log',
    async open(page, _owner, language) {
      await page.goto('/admin/setting?view=audit');
      const entries = page.getByRole('list', { name: words('audit:count', {}, language) });
      await entries.getByRole('listitem').first().click();
    },
  },
  {
    name: 'providers',
    async open(page, owner, language) {
      const { list } = await owner.api.trpc.provider.list.query();
      if (!list.some(({ name }) => name === 'Anthropic'))
        await owner.api.trpc.provider.create.mutate({ kind: 'anthropic', name: 'Anthropic', apiKey: 'key' });
      await page.goto('/admin/modelProvider');
      const rows = page.getByRole('list', { name: words('model:title', {}, language) });
      await expect(rows.getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'provider-add',
    async open(page, _owner, language) {
      await page.goto('/admin/modelProvider');
      await page.getByRole('button', { name: words('model:add.open', {}, language), exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(5);
    },
  },
  {
    name: 'provider',
    async open(page, owner, language) {
      const { list } = await owner.api.trpc.provider.list.query();
      const host = list.find(({ isFromEnvironment }) => isFromEnvironment)?.apiHost ?? '';
      const known = list.find(({ name }) => name === 'Gateway');
      const { id } =
        known ??
        (await owner.api.trpc.provider.addShowcase.mutate({ apiKey: 'key', apiHost: host, token: 'gpt-5' }));
      if (!known) {
        await owner.api.trpc.provider.update.mutate({ providerId: id, name: 'Gateway' });
        await owner.api.trpc.provider.refresh.mutate({ providerId: id });
      }
      await page.goto(`/admin/modelProvider?provider=${id}`);
      await page.getByRole('button', { name: words('model:test.run', {}, language), exact: true }).click();
      await expect(page.getByText(words('model:said', {}, language)).first()).toBeVisible();
    },
  },
  {
    name: 'provider-model',
    async open(page, owner, language) {
      const { list } = await owner.api.trpc.provider.list.query();
      const id = list.find(({ isFromEnvironment }) => isFromEnvironment)?.id ?? '';
      await page.goto(`/admin/modelProvider?provider=${id}`);
      await page
        .getByRole('button', { name: words('model:model.menu', { name: 'fake-text' }, language) })
        .click();
      await page
        .getByRole('menuitem', { name: words('model:model.edit', {}, language), exact: true })
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];
