import { atDepth } from '../../running/depth.ts';
import { startInstallation } from '../support/installation.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { makeSampleTeam } from './sample-team.ts';
import { wander } from './walk.ts';
import { Walker } from './walker.ts';

/** Actions of all walks together; `WANDER_ACTIONS` asks for more. */
const total = Number(process.env.WANDER_ACTIONS ?? atDepth(40, 400));
/** Seed of the first walk; the others count on from it. */
const first = Number(process.env.WANDER_SEED ?? 1);
/** Longest walk: each starts on its own server, so that a seed always finds the same. */
const LONGEST = atDepth(40, 200);
/** Most that an action takes on a busy machine, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Calls that are refused are part of going anywhere at any time; an answer of the kind 5xx is not. */
const refused = /status of 4\d\d/;

test.describe.configure({ mode: 'parallel' });
// A failure prints how to repeat the walk, and a passing retry would hide it.
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
    const installation = await startInstallation();
    problems.expect(refused);
    const open = async (token: string, options: object) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: installation.url,
        storageState: stateOf(installation.url, token),
        ...options,
      });
      problems.watch(context);
      const page = await context.newPage();
      await page.goto('/home');
      await expect(page.locator('textarea[data-composer]')).toBeEditable();
      return page;
    };
    try {
      const team = await makeSampleTeam(installation);
      const wide = await open(team.olive.token, {
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
      });
      // Every other walk has somebody at a phone, the others two windows side by side.
      const beside = seed % 2 === 1 ? phone : { viewport: { width: 1024, height: 768 }, locale: 'zh-CN' };
      const other = await open(team.bo.token, beside);
      await wander(
        [new Walker(wide, team.olive, team), new Walker(other, team.bo, team, { isPhone: beside === phone })],
        { seed, actions, unseen: () => problems.unexpected },
      );
    } finally {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await installation.close();
    }
  });
}
