import { atDepth } from '../../running/depth.ts';
import { openStage } from '../support/stage.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { makeGround } from './ground.ts';
import { wander } from './walk.ts';
import { Walker } from './walker.ts';

/** Actions of all walks together; `WANDER_ACTIONS` asks for more. */
const total = Number(process.env.WANDER_ACTIONS ?? atDepth(120, 400));
/** Seed of the first walk; the others count on from it. */
const first = Number(process.env.WANDER_SEED ?? 1);
/** Of one walk at most: each begins on a server of its own, so that a seed always finds the same. */
const LONGEST = atDepth(100, 200);
/** Most that an action takes on a busy machine, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Calls that are refused are part of going anywhere at any time; an answer of the kind 5xx is not. */
const refused = /status of 4\d\d/;

test.describe.configure({ mode: 'parallel' });
// A walk tells how to be repeated, and passing the second time would hide what it found.
test.describe.configure({ retries: 0 });

const phone = { viewport: { width: 390, height: 844 }, locale: 'zh-CN', hasTouch: true, isMobile: true };

for (let at = 0; at * LONGEST < total; at += 1) {
  const seed = first + at;
  const actions = Math.min(LONGEST, total - at * LONGEST);
  test(`two people wander everywhere without a fault (seed ${seed}, ${actions} actions)`, async ({
    browser,
    problems,
    contextOptions,
  }) => {
    test.setTimeout(60_000 + actions * PATIENCE_MS);
    const stage = await openStage();
    problems.expect(refused);
    const open = async (token: string, options: object) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: stage.url,
        storageState: stateOf(stage.url, token),
        ...options,
      });
      problems.watch(context);
      const page = await context.newPage();
      await page.goto('/home');
      await expect(page.locator('textarea[data-composer]')).toBeEditable();
      return page;
    };
    try {
      const ground = await makeGround(stage);
      const wide = await open(ground.olive.token, {
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
      });
      // Every other walk has somebody at a phone, the others two windows side by side.
      const beside = seed % 2 === 1 ? phone : { viewport: { width: 1024, height: 768 }, locale: 'zh-CN' };
      const other = await open(ground.bo.token, beside);
      await wander(
        [
          new Walker(wide, ground.olive, ground),
          new Walker(other, ground.bo, ground, { isPhone: beside === phone }),
        ],
        { seed, actions, unseen: () => problems.unexpected },
      );
    } finally {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await stage.close();
    }
  });
}
