import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { atDepth } from '../../running/depth.ts';
import { expectAccessible, expectColoursAccessible } from '../support/axe.ts';
import { englishOn } from '../support/english.ts';
import { screens } from '../support/screens/index.ts';
import type { Screen } from '../support/screens/screen.ts';
import { test as base, expect, nobody } from '../support/test.ts';

const pictures = path.resolve(import.meta.dirname, '../../../test-results/screens');
mkdirSync(pictures, { recursive: true });

/** Takes a screenshot for people to look at. */
const picture = (page: Page, name: string) => page.screenshot({ path: path.join(pictures, `${name}.png`) });

/** Checks that nothing is wider than the window, so that nobody scrolls sideways. */
async function expectNoSideways(page: Page): Promise<void> {
  const { width, content } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    content: document.documentElement.scrollWidth,
  }));
  expect(content).toBeLessThanOrEqual(width);
}

const wide = { viewport: { width: 1280, height: 800 }, locale: 'en-GB' };
const phone = { viewport: { width: 390, height: 844 }, locale: 'zh-CN', hasTouch: true, isMobile: true };

interface Looking {
  /** A blank page, for the owner or for nobody: always the same one of a kind, since opening one takes longest. */
  pageFor(kind: typeof wide | typeof phone, screen: Screen): Promise<Page>;
}
/** Pages of this worker. As worker fixtures each would restart the worker, with its own server. */
const kept = new Map<object, Page>();
const test = base.extend<Looking>({
  pageFor: async ({ owner, windows, problems, baseURL, contextOptions }, use) => {
    const shown: Page[] = [];
    await use(async (kind, { outside }) => {
      const state = outside ? nobody : owner.state;
      const held = kept.get(kind);
      const page =
        held ?? (await windows.lend(state, { ...contextOptions, ...kind, baseURL: baseURL ?? '' }));
      if (held) await windows.empty(page, state);
      kept.set(kind, page);
      problems.watch(page.context());
      shown.push(page);
      return page;
    });
    for (const page of shown) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      problems.leave(page.context());
    }
  },
});

// The longest of all: both workers share it.
test.describe.configure({ mode: 'parallel' });
test.beforeEach(({ problems }) => problems.expect(/status of 40\d/));

/** Every nth screen, so that each area has one; journeys check the states of their own screens. */
const STRIDE = atDepth(Math.ceil(screens.length / 12), 1);

for (const screen of screens.filter((_screen, index) => index % STRIDE === 0))
  test(`${screen.name} is accessible in light, in dark, and on a phone in Chinese`, async ({
    pageFor,
    owner,
  }) => {
    const page = await pageFor(wide, screen);
    await test.step('in light', async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      await screen.open(page, owner, 'en');
      await expectAccessible(page, `${screen.name}, light`);
      await expectNoSideways(page);
      await picture(page, `${screen.name}-light`);
    });
    await test.step('in dark', async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveClass(/dark/);
      await expectColoursAccessible(page, `${screen.name}, dark`);
      await picture(page, `${screen.name}-dark`);
    });
    await test.step('on a phone, in Chinese only', async () => {
      const held = await pageFor(phone, screen);
      await screen.open(held, owner, 'zh-CN');
      await expect(held.locator('html')).toHaveAttribute('lang', 'zh-CN');
      expect(await englishOn(held)).toEqual([]);
      await expectNoSideways(held);
      await expectAccessible(held, screen.name);
      await picture(held, `${screen.name}-phone`);
    });
  });
