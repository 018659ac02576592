import { expect, type Page } from '@playwright/test';
import { Conversation } from './conversation.ts';
import { chooseDrawer, chooseShape, draw } from './drawing.ts';
import { ownMenu } from './home.ts';
import { bell, withNoticesOfEachKind } from './notices.ts';
import { openPeople } from './people.ts';
import { SearchPalette } from './search.ts';
import { SigningIn } from './signing-in.ts';
import { makeChannel, type Owner } from './test.ts';
import { allowNotebook, openTools, writeNote } from './tools.ts';
import { words } from './words.ts';

export interface Screen {
  name: string;
  /** Seen by nobody in particular, before signing in. */
  outside?: true;
  /** Brings the screen about and waits until it stands still. */
  open(page: Page, owner: Owner, language: string): Promise<void>;
}

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

const heading = (page: Page) => expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();

async function openTemplates(page: Page, language: string) {
  await page.goto('/home');
  await page.getByRole('button', { name: words('template:home.all', {}, language) }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
}

/** A conversation with everything that an answer can hold. */
const everything = [
  'Show everything. [[reasoning First I consider the question.]]',
  '[[tool calculator {"expression":"6 * 7"}]]',
].join(' ');
const prose =
  '[[say # A heading\n\nSome **bold** words, `code`, and a [link](https://example.test/).\n\n- one\n- two\n\n' +
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst answer: number = 42;\n```\n\n> A quotation.\n]] Write me something';

/** Every screen there is, each by a name for its picture. */
export const screens: Screen[] = [
  {
    name: 'login',
    outside: true,
    async open(page) {
      await page.goto('/login');
      await heading(page);
      await expect(page.getByRole('link', { name: /Acme/ })).toBeVisible();
    },
  },
  {
    name: 'register',
    outside: true,
    async open(page) {
      await page.goto('/register');
      await heading(page);
    },
  },
  {
    name: 'login-code',
    outside: true,
    async open(page, _owner, language) {
      await page.route('**/api/user/sendEmailCode', (route) =>
        route.fulfill({ json: { code: 0, msg: '', data: { delivery: 'mail' } } }),
      );
      await page.goto('/login');
      await new SigningIn(page, language).askForCode('someone@example.test');
    },
  },
  {
    name: 'callback-failed',
    outside: true,
    async open(page) {
      await page.goto('/callback?error=oauthFailed&provider=Acme');
      await heading(page);
    },
  },
  {
    name: 'register-invited',
    outside: true,
    async open(page, owner, language) {
      const email = `invited-${language}@example.test`;
      const { link } = await owner.api.trpc.invitation.create.mutate({ email, role: 'member' });
      const { pathname, search } = new URL(link);
      await page.goto(pathname + search);
      await heading(page);
    },
  },
  {
    name: 'people',
    open: (page, _owner, language) => openPeople(page, language),
  },
  {
    name: 'people-invitations',
    async open(page, owner, language) {
      for (const [email, role] of [
        ['ada@example.test', 'admin'],
        ['grace.hopper@navy.example.test', 'member'],
      ] as const)
        await owner.api.trpc.invitation.create.mutate({ email, role });
      await openPeople(page, language);
      await page.getByRole('tab', { name: words('team:people.invitations', {}, language) }).click();
      await expect(page.getByText('ada@example.test')).toBeVisible();
    },
  },
  {
    name: 'people-joining',
    async open(page, _owner, language) {
      await openPeople(page, language);
      await page.getByRole('tab', { name: words('team:people.joining', {}, language) }).click();
      await expect(page.getByRole('switch')).toBeVisible();
    },
  },
  {
    name: 'settings',
    async open(page, _owner, language) {
      await page.goto('/userSetting/general');
      await heading(page);
      await expect(page.getByText(words('settings:devices.current', {}, language))).toBeVisible();
    },
  },
  {
    name: 'usage',
    async open(page, _owner, language) {
      await page.goto('/userSetting/usage');
      await heading(page);
      await expect(
        page.getByRole('radiogroup', { name: words('usage:range.label', {}, language) }),
      ).toBeVisible();
    },
  },
  {
    name: 'home',
    async open(page, _owner, language) {
      await page.goto('/home');
      await expect(new Conversation(page, language).composer).toBeEditable();
    },
  },
  {
    name: 'templates',
    async open(page, _owner, language) {
      await openTemplates(page, language);
    },
  },
  {
    name: 'template',
    async open(page, _owner, language) {
      await openTemplates(page, language);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('listitem').getByRole('button').nth(1).click();
      const use = words('template:preview.useApp', {}, language);
      await expect(dialog.getByRole('button', { name: use })).toBeVisible();
    },
  },
  {
    name: 'app',
    async open(page, owner, language) {
      await page.goto(`/s/${owner.appId}`);
      await expect(new Conversation(page, language).composer).toBeEditable();
    },
  },
  {
    name: 'app-setting',
    async open(page, owner, language) {
      await page.goto(`/s/${owner.appId}/setting`);
      await page
        .getByLabel(words('workspace:setting.description', {}, language), { exact: true })
        .fill('Questions of customers.');
      await expect(
        page.getByRole('region', { name: words('common:setting.unsaved', {}, language) }),
      ).toBeVisible();
    },
  },
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
      if (await page.getByRole('radiogroup').isVisible()) await side.click();
      const ask = page.getByLabel(words('assistant:try.placeholder', {}, language), { exact: true });
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
  {
    name: 'channel-empty',
    async open(page, owner, language) {
      const channel = await makeChannel(owner, 'Nothing said yet');
      await new Conversation(page, language).open(channel.path);
    },
  },
  {
    name: 'channel',
    async open(page, owner, language) {
      const channel = await makeChannel(owner, 'Everything at once');
      const chat = await new Conversation(page, language).open(channel.path);
      await chat.send(everything);
      await chat.expectAnswer('42');
      await chat.send(prose);
      await chat.expectAnswer('A quotation.');
    },
  },
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
    name: 'channel-consent',
    async open(page, owner, language) {
      await allowNotebook(owner);
      const channel = await makeChannel(owner, 'Shopping');
      const chat = await new Conversation(page, language).open(channel.path);
      await chat.send('[[tool mcp_notebook_count_notes {}]] How many notes are there?');
      await chat.expectAnswer('count');
      await chat.send(writeNote('Milk'));
      const card = chat.lastAnswer.getByRole('region', { name: 'Write a note' });
      await card.getByRole('button', { name: words('mcp:approval.edit', {}, language) }).click();
      await expect(card.getByLabel('title')).toBeVisible();
    },
  },
  {
    name: 'channel-drawn',
    async open(page, owner, language) {
      const channel = await makeChannel(owner, 'A cover for spring');
      await new Conversation(page, language).open(channel.path);
      await chooseDrawer(page, language);
      await chooseShape(page, ['3'], language);
      await draw(page, 'A village house in a flower meadow', 3, language);
    },
  },
  {
    name: 'channel-failed',
    async open(page, owner, language) {
      const channel = await makeChannel(owner, 'Out of order');
      const chat = await new Conversation(page, language).open(channel.path);
      await chat.send('Hello [[401]]');
      await expect(chat.button('retry', chat.lastAnswer)).toBeVisible();
    },
  },
  {
    name: 'not-found',
    async open(page) {
      await page.goto('/nothing/here');
      await heading(page);
    },
  },
  {
    name: 'channel-gone',
    async open(page, owner) {
      await page.goto(`/s/${owner.appId}/c/00000000-0000-4000-8000-000000000000`);
      await heading(page);
    },
  },
  {
    name: 'row-menu',
    async open(page, owner, language) {
      await page.goto(`/s/${owner.appId}`);
      await expect(new Conversation(page, language).composer).toBeEditable();
      const drawer = page.getByRole('button', { name: words('common:sidebar.show', {}, language) });
      if (await drawer.isVisible()) await drawer.click();
      const row = page.getByRole('treeitem', { selected: true });
      await row.hover();
      await row.getByRole('button', { name: words('workspace:tree.menu', {}, language) }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'notices',
    async open(page, _owner, language) {
      await withNoticesOfEachKind(page);
      await page.goto('/home');
      await expect(new Conversation(page, language).composer).toBeEditable();
      const drawer = page.getByRole('button', { name: words('common:sidebar.show', {}, language) });
      if (await drawer.isVisible()) await drawer.click();
      await bell(page, language).click();
      await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(5);
    },
  },
  {
    name: 'palette',
    async open(page, _owner, language) {
      await page.goto('/home');
      await expect(new Conversation(page, language).composer).toBeEditable();
      await new SearchPalette(page, language).open();
    },
  },
  {
    name: 'palette-found',
    async open(page, owner, language) {
      const { id: channelId } = await makeChannel(owner, 'Budget 2027');
      const text = '[[say The budget for the new office is still open; I would keep ten per cent back.]]';
      await owner.api.trpc.message.send.mutate({ channelId, text: `${text} What is left of the budget?` });
      await page.goto('/home');
      await expect(new Conversation(page, language).composer).toBeEditable();
      const palette = await new SearchPalette(page, language).open();
      await palette.find('budg');
      await expect(palette.group('message').getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'share',
    async open(page, owner, language) {
      const { id: channelId, path } = await makeChannel(owner, 'Shared');
      await owner.api.trpc.channel.setVisibility.mutate({ channelId, visibility: 'private' });
      const users = [{ email: 'guest@example.test', permission: 'comment' as const }];
      await owner.api.trpc.grant.share.mutate({ channelId, users });
      await page.goto(path);
      await page.getByRole('button', { name: words('share:open', {}, language), exact: true }).click();
      await expect(page.getByRole('dialog').getByText('guest@example.test')).toBeVisible();
    },
  },
  {
    name: 'shared-with-me',
    async open(page, _owner, language) {
      await page.goto('/home?view=shared');
      await expect(page.getByText(words('share:shared.none', {}, language))).toBeVisible();
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
      await expect(list.getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    name: 'application',
    async open(page, _owner, language) {
      await page.goto('/admin/application');
      const list = page.getByRole('region', { name: words('admin:application.title', {}, language) });
      await list.getByRole('row').nth(1).getByRole('button').click();
      const budget = words('usage:budget.title', {}, language);
      await expect(page.getByRole('dialog').getByRole('region', { name: budget })).toBeVisible();
    },
  },
  {
    name: 'team-members',
    async open(page, _owner, language) {
      await page.goto('/admin/teamMember');
      const list = page.getByRole('region', { name: words('admin:teamMember.title', {}, language) });
      await expect(list.getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    name: 'team-member',
    async open(page, _owner, language) {
      await page.goto('/admin/teamMember');
      const list = page.getByRole('region', { name: words('admin:teamMember.title', {}, language) });
      await list.getByRole('row').nth(1).getByRole('button').click();
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
    name: 'own-menu',
    async open(page, owner, language) {
      await page.goto('/home');
      const drawer = page.getByRole('button', { name: words('common:sidebar.show', {}, language) });
      await expect(new Conversation(page, language).composer).toBeEditable();
      if (await drawer.isVisible()) await drawer.click();
      await ownMenu(page, owner.name, language).click();
      await expect(page.getByRole('menu')).toBeVisible();
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
