import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Rules whose outcome colours decide. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Checks that the screen has no serious or critical accessibility violation. */
export async function expectAccessible(page: Page, label: string): Promise<void> {
  await expectNothingGrave(axe(page), label);
}

/** The same for a screen that was held before and changed nothing but its colours. */
export async function expectColoursAccessible(page: Page, label: string): Promise<void> {
  await expectNothingGrave(axe(page).withRules(ofColours), label);
}

/**
 * Axe runs in the page itself rather than in a new window: there are no cross-origin frames. Passed rules are
 * only counted.
 */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}

async function expectNothingGrave(builder: AxeBuilder, label: string): Promise<void> {
  const { violations } = await builder.analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 4).map((node) => node.html.slice(0, 160)),
    }));
  expect(grave, label).toEqual([]);
}
