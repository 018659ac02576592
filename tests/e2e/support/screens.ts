import { expect, type Page } from '@playwright/test';
import { Conversation } from './conversation.ts';
import { ownMenu } from './home.ts';
import { SigningIn } from './signing-in.ts';
import { makeChannel, type Owner } from './test.ts';
import { words } from './words.ts';

export interface Screen {
  name: string;
  /** Seen by nobody in particular, before signing in. */
  outside?: true;
  /** Brings the screen about and waits until it stands still. */
  open(page: Page, owner: Owner, language: string): Promise<void>;
}

const heading = (page: Page) => expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();

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
    name: 'home',
    async open(page, _owner, language) {
      await page.goto('/home');
      await expect(new Conversation(page, language).composer).toBeEditable();
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
        .getByLabel(words('workspace:setting.instructions', {}, language), { exact: true })
        .fill('Answer briefly.');
      await expect(
        page.getByRole('region', { name: words('common:setting.unsaved', {}, language) }),
      ).toBeVisible();
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
];
