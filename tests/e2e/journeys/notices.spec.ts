import type { Locator, Page } from '@playwright/test';
import type { Person } from '../../running/people.ts';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { makeDocument, makeNoteApp } from '../support/document.ts';
import { expect, makeChannel, type Owner, stateOf, test } from '../support/test.ts';
import { words } from '../support/words.ts';

const bellOf = (page: Page, unread: number): Locator =>
  page.getByRole('button', {
    name:
      unread === 0
        ? words('notice:bell.none')
        : words(`notice:bell.unread_${unread === 1 ? 'one' : 'other'}`, { shown: unread }),
    exact: true,
  });
const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: words('notice:title') });

/** The owner mentions somebody in a message of theirs. */
async function mention(owner: Owner, channelId: string, to: Person, text: string): Promise<void> {
  await owner.api.trpc.message.send.mutate({
    channelId,
    text: `@${to.user.name} ${text}`,
    mentions: [{ type: 'user', userId: to.id }],
  });
}

test('a mention notifies every window; reading it in one marks it as read in the other', async ({
  owner,
  installation,
  openWindow,
}) => {
  const bea = await makeColleague(installation, 'Bea Bell');
  const { id: channelId, path } = await makeChannel(owner, 'Planning');
  const state = stateOf(installation.url, bea.token);
  const [first, second] = [await openWindow(state), await openWindow(state)];
  await Promise.all([first.goto('/home'), second.goto('/home')]);
  await Promise.all([first, second].map((page) => expect(bellOf(page, 0)).toBeVisible()));

  const named = words('workspace:tree.mentionLabel_one', { name: 'Planning', count: 1 });
  await mention(owner, channelId, bea, 'please look at the plan');
  for (const page of [first, second]) {
    await expect(bellOf(page, 1)).toBeVisible();
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect(page.getByRole('treeitem', { name: named, exact: true })).toBeVisible();
    await expect(page.locator('[data-mark][data-count="1"]')).toBeVisible();
  }

  await bellOf(first, 1).click();
  const item = panelOf(first).getByRole('link', { name: /Olive Owner mentioned you in Planning/ });
  await expect(item).toContainText('please look at the plan');
  await expect(item.getByRole('img', { name: words('notice:unread') })).toBeVisible();
  await item.click();
  await expect(first).toHaveURL(new RegExp(`${path}(\\?|$)`));
  await expect(panelOf(first)).toBeHidden();
  await expect(first.getByText('please look at the plan').first()).toBeVisible();
  for (const page of [first, second]) {
    await expect(bellOf(page, 0)).toBeVisible();
    await expect(page).not.toHaveTitle(/^\(/);
    await expect(page.getByRole('treeitem', { name: named, exact: true })).toHaveCount(0);
  }
});

test('reading the channel reads its notifications; all can be read at once; the keyboard suffices @full', async ({
  owner,
  installation,
  openWindow,
}) => {
  const cal = await makeColleague(installation, 'Cal Clear');
  const here = await makeChannel(owner, 'Here');
  const there = await makeChannel(owner, 'There');
  const page = await openWindow(stateOf(installation.url, cal.token));
  await page.goto('/home');
  await expect(bellOf(page, 0)).toBeVisible();
  await mention(owner, here.id, cal, 'one');
  await mention(owner, there.id, cal, 'two');
  await mention(owner, there.id, cal, 'three');
  await expect(bellOf(page, 3)).toBeVisible();

  await page.goto(here.path);
  await expect(page.getByText('@Cal Clear one').first()).toBeVisible();
  await expect(bellOf(page, 2)).toBeVisible();

  await bellOf(page, 2).focus();
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await expect(panel.getByRole('link')).toHaveCount(3);
  await expectAccessible(page, 'the panel');
  await panel.getByRole('button', { name: words('notice:readAll') }).click();
  await expect(bellOf(page, 0)).toBeVisible();
  await expect(panel.getByRole('img', { name: words('notice:unread') })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bellOf(page, 0)).toBeFocused();
});

test('on a phone notifications fill the screen @full', async ({ owner, installation, openWindow }) => {
  const dot = await makeColleague(installation, 'Dot Drawer');
  const { id } = await makeChannel(owner, 'Pocket');
  const page = await openWindow(stateOf(installation.url, dot.token), {
    viewport: { width: 390, height: 844 },
  });
  await page.goto('/home');
  await page.getByRole('button', { name: words('common:sidebar.show') }).click();
  await bellOf(page, 0).click();
  const panel = panelOf(page);
  await expect(panel.getByText(words('notice:empty.title'))).toBeVisible();
  await mention(owner, id, dot, 'psst');
  await expect(panel.getByRole('link', { name: /psst/ })).toBeVisible();
  await expectAccessible(page, 'the panel on a phone');
  await panel.getByRole('button', { name: words('notice:close') }).click();
  await expect(panel).toBeHidden();
});

test('mail notifications are chosen in the settings, switch by switch', async ({ owner, page }) => {
  await page.goto('/userSetting/general');
  const group = page.getByRole('group', { name: words('notice:preference.title') });
  const choice = group.getByRole('switch', { name: words('notice:preference.turn.label') });
  await expect(choice).not.toBeChecked();
  const stored = page.waitForResponse((response) => response.url().includes('/api/user.update'));
  await choice.click();
  await stored;
  await expect(choice).toBeChecked();
  const profile = await owner.api.trpc.user.profile.query();
  expect(profile.preference.mail).toEqual({ mention: true, share: true, turn: true });
  await page.reload();
  await expect(choice).toBeChecked();
});

test('a mention in a document counts as read once it was on the screen', async ({
  owner,
  installation,
  openWindow,
}) => {
  const ida = await makeColleague(installation, 'Ida Inkwell');
  const appId = await makeNoteApp(owner.api, 'Long reads');
  const { id, path } = await makeDocument(owner.api, appId, 'Minutes');
  const text = (words: string) => ({ type: 'text' as const, text: words, styles: {} });
  const props = { kind: 'user' as const, id: String(ida.user.id), label: ida.user.name };
  await owner.api.trpc.document.append.mutate({
    documentId: id,
    content: [
      ...Array.from({ length: 60 }, (_, n) => ({
        type: 'paragraph' as const,
        content: [text(`Point ${n}`)],
      })),
      { type: 'paragraph', content: [text('Please look, '), { type: 'mention', props }] },
    ],
  } as never);
  const page = await openWindow(stateOf(installation.url, ida.token));
  await page.goto(path);
  await expect(page.getByText('Point 0', { exact: true })).toBeVisible();
  await expect(bellOf(page, 1)).toBeVisible({ timeout: 15_000 });
  // Opening the page is not enough.
  await page.waitForTimeout(2_500);
  await expect(bellOf(page, 1)).toBeVisible();
  await page.locator('.mention').scrollIntoViewIfNeeded();
  await expect(bellOf(page, 0)).toBeVisible();
});
