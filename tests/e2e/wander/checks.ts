import type { Page } from '@playwright/test';
import { chineseOn, englishOn } from '../support/english.ts';
import { words } from '../support/words.ts';

const failures = ['en', 'zh-CN'].map((language) => words('common:failure.title', {}, language));
/** The router's own error screen, which is untranslated. */
failures.push('Unexpected Application Error');

/** Longest time in milliseconds until removed focus must be on another element. */
const FOCUS_MS = 4_000;

/** The page's identity, and whether an element on it has the focus. */
export async function focusOf(page: Page): Promise<{ load: number; lost: boolean }> {
  return page.evaluate(() => ({
    load: performance.timeOrigin,
    lost: document.activeElement === null || document.activeElement === document.body,
  }));
}

/** Whether the focus is nowhere and stays there. */
async function losesFocus(page: Page): Promise<boolean> {
  return page
    .waitForFunction(
      () => document.activeElement !== null && document.activeElement !== document.body,
      undefined,
      { timeout: FOCUS_MS },
    )
    .then(
      () => false,
      async () => (await focusOf(page)).lost,
    );
}

/** Controls outside the window on a side that cannot be scrolled to. */
async function outOfWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const found = [...document.querySelectorAll('a[href], button, input, select, textarea')].filter(
      (element) => {
        const { left, right, width: own, height, bottom } = element.getBoundingClientRect();
        // A skip link is above the window, and screen-reader fields are a pixel wide.
        if (own < 4 || height < 4 || bottom <= 0 || (left >= -1 && right <= width + 1)) return false;
        if (element.closest('[inert], [aria-hidden=true], [data-sonner-toaster]')) return false;
        return (
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !scrolls(element)
        );
      },
    );
    const names = found.map(
      (element) =>
        `${element.tagName.toLowerCase()} "${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}"`,
    );
    if (document.documentElement.scrollWidth > width + 1) names.push('the page itself');
    return names;
  });
}

/**
 * All faults of the current screen.
 * @param before the focus before the last action
 */
export async function faultsOf(page: Page, before: { load: number; lost: boolean }): Promise<string[]> {
  const { load, lost } = await focusOf(page);
  const faults: string[] = [];
  // A page just loaded has the focus nowhere yet.
  if (lost && load === before.load && !before.lost && (await losesFocus(page)))
    faults.push('the focus fell to the body');
  const title = await page.evaluate(() =>
    [...document.querySelectorAll('h1')].map((each) => each.textContent),
  );
  for (const text of title) if (text && failures.includes(text)) faults.push(`an error screen: ${text}`);
  for (const control of await outOfWindow(page)) faults.push(`out of the window: ${control}`);
  const language = await page.evaluate(() => document.documentElement.lang);
  for (const text of await (language === 'en' ? chineseOn(page) : englishOn(page)))
    faults.push(`not in ${language}: ${JSON.stringify(text)}`);
  return faults;
}
