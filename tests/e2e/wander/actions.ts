import { chance, choose } from './chance.ts';
import { focusOf } from './checks.ts';
import { type Control, controlsOf, elementOf } from './controls.ts';
import { isOffLimits } from './limits.ts';
import { sequences } from './sequences.ts';
import type { Walker } from './walker.ts';

/** An action that a person can take next. */
export interface Action {
  name: string;
  /** Its weight in the random choice. */
  weight: number;
  /** @returns a description for people to read and repeat; null if the screen does not offer it */
  run(walker: Walker, lot: string): Promise<string | null>;
}

/** A click on something that was taken away meanwhile by somebody else is given up after this time, in milliseconds. */
const PATIENCE_MS = 3_000;

/** How often a place is opened by its address, from 0 to 1. */
const ANEW = 0.25;

/** Keys that do something on more than one screen. */
const keys = [
  ...[
    'Tab',
    'Tab',
    'Tab',
    'Shift+Tab',
    'Escape',
    'Escape',
    'ArrowDown',
    'ArrowUp',
    'ArrowRight',
    'ArrowLeft',
  ],
  ...['Enter', 'Space', 'Home', 'End', 'Control+k', 'Control+\\', '?', 'F8', 'Shift+F10'],
];

/** Texts that people type. */
const phrases = [
  'Quarter plan',
  'What is left?',
  '[[tokens 20]] Tell me',
  'how',
  '12',
  '/',
  '@Bo',
  'olive@example.test',
];

const press: Action = {
  name: 'press',
  weight: 50,
  async run({ page }, lot) {
    const path = new URL(page.url()).pathname;
    const all = (await controlsOf(page)).filter(({ name }) => !isOffLimits(name, path));
    // The tree is on every screen and would draw most of the clicks.
    const weight = ({ name }: Control) => (name.startsWith('treeitem') ? 0.3 : 1);
    const control = choose(all, lot, { name: ({ name }) => name, weight });
    const element = control && (await elementOf(page, control));
    if (!control || !element) return null;
    const done = await element.click({ timeout: PATIENCE_MS }).then(
      () => true,
      () => false,
    );
    if (!done) return `could not press ${control.name}`;
    if (!control.isField) return `presses ${control.name}`;
    const phrase = choose(phrases, lot, { name: (each) => each }) ?? '';
    await page.keyboard.type(phrase);
    return `writes ${JSON.stringify(phrase)} into ${control.name}`;
  },
};

const strike: Action = {
  name: 'strike',
  weight: 20,
  async run({ page }, lot) {
    const numbered = keys.map((key, at) => ({ key, at }));
    const key = choose(numbered, lot, { name: (each) => `${each.key} ${each.at}` })?.key ?? 'Escape';
    if (key === 'Enter' || key === 'Space') {
      const focused = await page.evaluate(() => {
        const { activeElement } = document;
        return `"${activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''}`;
      });
      if (isOffLimits(focused, new URL(page.url()).pathname)) return null;
    }
    await page.keyboard.press(key);
    // Past the last control the focus goes to the browser's own, and comes back on the next stroke.
    if (key.endsWith('Tab') && (await focusOf(page)).lost) await page.keyboard.press(key);
    return `strikes ${key}`;
  },
};

const back: Action = {
  name: 'back',
  weight: 8,
  async run({ page }) {
    const can = await page.evaluate(() => Reflect.get(globalThis, 'navigation').canGoBack as boolean);
    if (!can) return null;
    await page.evaluate(() => history.back());
    return 'goes back';
  },
};

const forward: Action = {
  name: 'forward',
  weight: 4,
  async run({ page }) {
    const can = await page.evaluate(() => Reflect.get(globalThis, 'navigation').canGoForward as boolean);
    if (!can) return null;
    await page.evaluate(() => history.forward());
    return 'goes forward';
  },
};

const visit: Action = {
  name: 'visit',
  weight: 14,
  async run(walker, lot) {
    const { name, path } = walker.nextPlace(lot);
    // Reloading the page takes longest, and hides problems in leaving a screen.
    if (chance(lot, 'anew') > ANEW) await walker.follow(path);
    else await walker.page.goto(path, { waitUntil: 'domcontentloaded' });
    return `opens ${name}`;
  },
};

const scroll: Action = {
  name: 'scroll',
  weight: 5,
  async run({ page }, lot) {
    const step = choose([-900, -300, 300, 900], lot, { name: String }) ?? 300;
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.wheel(0, step);
    return `scrolls by ${step}`;
  },
};

export const actions: Action[] = [press, strike, back, forward, visit, scroll, ...sequences];
