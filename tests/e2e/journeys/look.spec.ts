import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { englishOn } from '../support/english.ts';
import { screens } from '../support/screens.ts';
import { expect, nobody, test } from '../support/test.ts';

const pictures = path.resolve(import.meta.dirname, '../../../test-results/screens');
mkdirSync(pictures, { recursive: true });

/** Keeps a picture for people to look at. */
const picture = (page: Page, name: string) => page.screenshot({ path: path.join(pictures, `${name}.png`) });

/** Nothing is wider than the window, so nobody scrolls sideways. */
async function expectNoSideways(page: Page): Promise<void> {
  const { width, content } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    content: document.documentElement.scrollWidth,
  }));
  expect(content).toBeLessThanOrEqual(width);
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

// The longest of all: both workers share it.
test.describe.configure({ mode: 'parallel' });

for (const screen of screens) {
  test.describe(screen.name, () => {
    if (screen.outside) test.use({ storageState: nobody });
    test.beforeEach(({ problems }) => problems.expect(/status of 40\d/));

    test('is accessible in light and in dark', async ({ page, owner }) => {
      await screen.open(page, owner, 'en');
      await expectAccessible(page, `${screen.name}, light`);
      await expectNoSideways(page);
      await picture(page, `${screen.name}-light`);
      // The same page goes on: bringing it about takes longer than looking at it.
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveClass(/dark/);
      await expectAccessible(page, `${screen.name}, dark`);
      await picture(page, `${screen.name}-dark`);
    });

    test('fits a phone, in Chinese and nothing else', async ({ openWindow, owner }) => {
      const state = screen.outside ? null : owner.state;
      const page = await openWindow(state, { ...phone, locale: 'zh-CN' });
      await screen.open(page, owner, 'zh-CN');
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      expect(await englishOn(page)).toEqual([]);
      await expectNoSideways(page);
      await expectAccessible(page, screen.name);
      await picture(page, `${screen.name}-phone`);
    });
  });
}
