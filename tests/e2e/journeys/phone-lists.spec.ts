import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { expect, makeChannel, test } from '../support/test.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const admin = (key: string, params?: Record<string, string | number>) => words(`admin:${key}`, params);

/** What stands out of the window at its side: it could be reached only by scrolling sideways. */
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

test('members and applications are cards: values behind their labels, in an order, with their details', async ({
  page,
  owner,
  stage,
}) => {
  await makeColleague(stage, 'Wilhelmina Featherstonehaugh-Cholmondeley');
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

  /** Whichever of the two comes first, among all who other tests may have made. */
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

for (const [name, address] of [
  ['models', '/admin/modelProvider'],
  ['the audit log', '/admin/setting?view=audit'],
  ['one’s usage', '/userSetting/usage'],
  ['the overview', '/admin/overview'],
  ['tools', '/admin/mcp'],
] as const)
  test(`nothing of ${name} stands out of a phone`, async ({ page, owner }) => {
    const { id: channelId } = await makeChannel(owner, 'Numbers');
    await owner.api.trpc.message.send.mutate({ channelId, text: '[[say Counted.]] Count this.' });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await wideParts(page)).toEqual([]);
    await expectAccessible(page, `${name} on a phone`);
  });
