import type { Locator, Page } from '@playwright/test';
import { atDepth } from '../../running/depth.ts';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const admin = (key: string, params?: Record<string, string | number>) => words(`admin:${key}`, params);

/** Elements outside the window at its side: they could be reached only by scrolling sideways. */
async function wideParts(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const width = document.documentElement.clientWidth;
    return [...main.querySelectorAll<HTMLElement>('*')]
      .filter((each) => {
        const box = each.getBoundingClientRect();
        return box.width > 1 && box.height > 1 && box.right > width + 1 && !each.closest('[role=tablist]');
      })
      .map((each) => `${each.tagName} ${each.className} ${each.textContent?.slice(0, 40)}`);
  });
}

test('members and applications are cards: values with labels, in order, with their details', async ({
  page,
  owner,
  installation,
}) => {
  await makeColleague(installation, 'Wilhelmina Featherstonehaugh-Cholmondeley');
  await page.goto('/admin/teamMember');
  const list = page.getByRole('list', { name: admin('teamMember.title'), exact: true });
  const card = list.getByRole('listitem').filter({ hasText: 'Wilhelmina' });
  await expect(card).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  expect((await card.innerText()).replaceAll(/\s+/gu, ' ')).toMatch(
    new RegExp(`${admin('teamMember.role')} ${words('team:role.member')}`, 'u'),
  );
  expect(await wideParts(page)).toEqual([]);
  await expectAccessible(page, 'members on a phone');

  /** Whichever appears first, among all the people whom other tests may have made. */
  const first = async () => {
    const cards = await list.getByRole('listitem').allInnerTexts();
    return cards.find((text) => /Olive Owner|Wilhelmina/u.test(text))?.match(/Olive|Wilhelmina/u)?.[0];
  };
  await expect.poll(first).toBe('Olive');
  await page.getByRole('button', { name: admin('table.asc', { title: admin('teamMember.name') }) }).tap();
  await expect.poll(first).toBe('Wilhelmina');
  await page
    .getByRole('combobox', { name: admin('table.sortBy'), exact: true })
    .selectOption({ label: admin('table.sort', { title: admin('teamMember.joinedAt') }) });
  await expect(
    page.getByRole('button', { name: admin('table.desc', { title: admin('teamMember.joinedAt') }) }),
  ).toBeVisible();

  await card.getByRole('button').tap();
  await expect(
    page.getByRole('dialog').getByRole('button', { name: words('team:people.suspend') }),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await makeChannel(owner);
  await page.goto('/admin/application');
  const apps = page.getByRole('list', { name: admin('application.title'), exact: true });
  await expect(apps.getByRole('listitem').first()).toContainText(admin('application.owner'));
  expect(await wideParts(page)).toEqual([]);
  await expectAccessible(page, 'applications on a phone');
});

const region = (page: Page, name: string) => page.getByRole('region', { name: words(name), exact: true });

/** Lists that are wide on a desktop. In `npm test` the screens of `look` and the lists above are checked instead. */
const wideLists: [name: string, address: string, content: (page: Page) => Locator][] = [
  [
    'models',
    '/admin/modelProvider',
    (page) =>
      page
        .getByRole('list', { name: words('model:title'), exact: true })
        .or(region(page, 'model:first.title')),
  ],
  [
    'the audit log',
    '/admin/setting?view=audit',
    (page) => page.getByRole('list', { name: words('audit:count'), exact: true }),
  ],
  ['one’s usage', '/userSetting/usage', (page) => region(page, 'usage:byDay')],
  ['the overview', '/admin/overview', (page) => region(page, 'admin:overview.daily')],
  [
    'tools',
    '/admin/mcp',
    (page) => page.getByRole('main').getByRole('button', { name: words('mcp:add'), exact: true }),
  ],
];
for (const [name, address, content] of atDepth([], wideLists))
  test(`nothing of ${name} overflows a phone`, async ({ page, owner }) => {
    const { trpc } = owner.api;
    const { id: channelId } = await makeChannel(owner, 'Numbers');
    await trpc.message.send.mutate({ channelId, text: '[[say Counted.]] Count this.' });
    await expect.poll(async () => (await trpc.usage.list.query({})).list.length).toBeGreaterThan(0);
    await page.goto(address);
    await expect(content(page)).toBeVisible();
    // The answers on one's own usage come apart from the report.
    await expect(page.getByRole('main').locator('[class*=Loader], [class*=Skeleton]')).toHaveCount(0);
    expect(await wideParts(page)).toEqual([]);
    await expectAccessible(page, `${name} on a phone`);
  });
