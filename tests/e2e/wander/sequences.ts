import { expect, type Locator } from '@playwright/test';
import { Sidebar } from '../support/sidebar.ts';
import type { Action } from './actions.ts';
import { choose } from './chance.ts';
import type { Walker } from './walker.ts';

/** How long an action waits for its element, in milliseconds. */
const PATIENCE_MS = 3_000;

/** Width of a narrow window, in pixels. */
const NARROW = 420;

const readBack: Action = {
  name: 'read back',
  weight: 3,
  async run(walker) {
    const { page, team } = walker;
    if (!(await isFree(walker))) return null;
    const list = page.getByRole('region', { name: await walker.say('chat:list.label') });
    for (let round = 0; round < 2; round += 1) {
      await walker.follow(team.long.path);
      await expect(list.getByText(/^line \d+$/).first()).toBeVisible();
      await walker.settled();
      // Something may still cover it, such as a panel in a narrow window.
      const reached = await list.hover({ timeout: PATIENCE_MS }).then(
        () => true,
        () => false,
      );
      if (!reached) return `opens ${team.long.name}, which something lies over`;
      await page.mouse.wheel(0, -600);
      await walker.settled();
      await walker.follow('/home');
      await walker.settled();
    }
    return `reads back in ${team.long.name}, leaves it, and does so again`;
  },
};

/** Whether nothing lies over the page. */
async function isFree({ page }: Walker): Promise<boolean> {
  return (await page.locator('[role=dialog], [role=menu], [role=listbox]').count()) === 0;
}

/** A channel in sight of a wide window, with its row; the other person may not change what she made. */
async function rowFor(
  walker: Walker,
  lot: string,
): Promise<{ name: string; row: Locator; side: Sidebar } | null> {
  const { page, person, team } = walker;
  const isWide = (page.viewportSize()?.width ?? 0) > NARROW;
  const side = new Sidebar(page, await walker.language());
  if (!isWide || person !== team.olive || !(await isFree(walker)) || !(await side.tree.isVisible()))
    return null;
  const shown: string[] = [];
  for (const name of ['Apple', 'Birch', 'Cedar', 'Child', 'Long talk'])
    if (await side.item(name).isVisible()) shown.push(name);
  const name = choose(shown, lot, { name: String });
  if (name === undefined) return null;
  return { name, row: side.item(name), side };
}

const deleteRow: Action = {
  name: 'delete a row',
  weight: 3,
  async run(walker, lot) {
    const found = await rowFor(walker, lot);
    if (!found) return null;
    const { name, row } = found;
    await row.click();
    await walker.settled();
    await row.click();
    await walker.page.keyboard.press('Delete');
    await expect(row, `Delete removes ${name}, the row that was pressed`).toBeHidden();
    const undo = walker.page.getByRole('button', { name: await walker.say('workspace:remove.undo') });
    await undo.last().click();
    await expect(row).toBeVisible();
    return `presses ${name} in the sidebar, strikes Delete, and undoes it`;
  },
};

const renameRow: Action = {
  name: 'rename a row',
  weight: 2,
  async run(walker, lot) {
    const found = await rowFor(walker, lot);
    if (!found) return null;
    const { name, row, side } = found;
    await row.click();
    await walker.settled();
    await row.click();
    await walker.page.keyboard.press('F2');
    const field = side.tree.getByRole('textbox');
    await expect(field, `F2 renames ${name}, the row that was pressed`).toHaveValue(name);
    await field.press('Escape');
    return `presses ${name} in the sidebar, strikes F2 and Escape`;
  },
};

const chooseLanguage: Action = {
  name: 'choose a language',
  weight: 3,
  async run(walker) {
    const { page } = walker;
    const now = await walker.language();
    const menu = page.getByRole('button', {
      name: await walker.say('common:user.menu', { name: walker.person.user.name }),
    });
    if (!(await menu.isVisible()) || !(await isFree(walker))) return null;
    await menu.click();
    await page.getByRole('menuitem', { name: await walker.say('common:language') }).click();
    const wanted = now === 'en' ? 'zh-CN' : 'en';
    await page.locator(`[role=menuitemradio][lang=${wanted}]`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', wanted);
    return `chooses ${wanted}`;
  },
};

const chooseTheme: Action = {
  name: 'choose a theme',
  weight: 3,
  async run({ page }, lot) {
    const colorScheme = choose(['light', 'dark'] as const, lot, { name: String }) ?? 'light';
    await page.emulateMedia({ colorScheme });
    return `has a device in ${colorScheme}`;
  },
};

const resize: Action = {
  name: 'resize',
  weight: 3,
  async run({ page, isPhone }) {
    if (isPhone) return null;
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
    const wanted = width === NARROW ? 1280 : NARROW;
    await page.setViewportSize({ width: wanted, height });
    return `makes the window ${wanted} wide`;
  },
};

const signOut: Action = {
  name: 'sign out',
  weight: 0.5,
  async run(walker) {
    const { page } = walker;
    const menu = page.getByRole('button', {
      name: await walker.say('common:user.menu', { name: walker.person.user.name }),
    });
    if (!(await menu.isVisible()) || !(await isFree(walker))) return null;
    await menu.click();
    await page.getByRole('menuitem', { name: await walker.say('common:user.signOut') }).click();
    await page.waitForURL(/\/login/);
    return 'signs out';
  },
};

/** Actions of several steps, which random single steps would rarely produce. */
export const sequences: Action[] = [
  readBack,
  deleteRow,
  renameRow,
  chooseLanguage,
  chooseTheme,
  resize,
  signOut,
];
