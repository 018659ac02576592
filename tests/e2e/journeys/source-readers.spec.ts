import type { Page } from '@playwright/test';
import { pdfBook } from '@tandem/api/content/file/extraction/testing/pdf-book';
import { expectAccessible } from '../support/axe.ts';
import { makeColleague } from '../support/colleague.ts';
import { makeSources } from '../support/sources.ts';
import { expect, stateOf, test } from '../support/test.ts';
import { Viewer } from '../support/viewer.ts';
import { words } from '../support/words.ts';

const t = (key: string, params?: Record<string, string | number>) => words(`source:${key}`, params);

/** The painted selections of other people. */
const othersMarks = (page: Page) =>
  page.evaluate(() =>
    [...CSS.highlights.entries()]
      .filter(([name]) => name.startsWith('source-reader-'))
      .flatMap(([, ranges]) => [...ranges].map(String)),
  );

test('people in one room see where the others read and what they marked', async ({
  installation,
  owner,
  page,
  openWindow,
}) => {
  const { path, sources } = await makeSources(owner.api, {
    'Book.pdf': await pdfBook({ pages: 30, preface: 0 }),
    'prices.csv': 'Place,Price\nIsland,12\n',
  });
  const [book, prices] = sources.map(({ id }) => id);
  const colleague = await makeColleague(installation, 'Carla Colleague');
  const theirs = await openWindow(stateOf(installation.url, colleague.token));
  await page.goto(`${path}?source=${book}`);
  const viewer = new Viewer(page, 'Book.pdf');
  await expect(viewer.picture(1)).toBeVisible();
  await theirs.goto(`${path}?source=${book}&page=21`);
  const other = new Viewer(theirs, 'Book.pdf');
  await expect(other.picture(21)).toBeVisible();

  const go = (number: number) =>
    page.getByRole('button', { name: t('readers.go', { name: 'Carla Colleague', page: number }) });
  const here = t('readers.here', { name: 'Carla Colleague' });
  await test.step('on the tab, from which one goes to their page', async () => {
    await go(21).click();
    await expect(viewer.field).toHaveValue('21');
    await expect(viewer.pages.locator('[data-page="21"]').getByRole('img', { name: here })).toBeVisible();
    await expectAccessible(page, 'a source that somebody else reads');
  });

  await test.step('on the small pages, as they go on', async () => {
    await viewer.tool('panel.show').click();
    await other.goTo('23');
    await expect(go(23)).toBeVisible();
    await expect(viewer.panel.getByRole('img', { name: here })).toBeVisible();
    await expect(viewer.pages.locator('[data-page="21"]').getByRole('img', { name: here })).toHaveCount(0);
  });

  await test.step('with what they selected, and only as long as they do', async () => {
    await go(23).click();
    await other.pages.getByText('Left line 3 of sheet 23').dblclick({ position: { x: 4, y: 4 } });
    await expect.poll(() => othersMarks(page)).toEqual(['Left']);
    await other.tool('area.tool').click();
    await theirs.keyboard.press('ArrowDown');
    await theirs.keyboard.press('Enter');
    await expect(viewer.pages.locator('[data-page="23"] [data-area]')).toBeVisible();
    await expect.poll(() => othersMarks(page)).toEqual([]);
  });

  await test.step('from tab to tab with one report each time', async () => {
    const told: string[] = [];
    theirs.on('request', (request) => {
      if (request.url().includes('source.readPlace')) told.push(request.postData() ?? '');
    });
    await theirs.getByRole('button', { name: t('list.title'), exact: true }).click();
    const listed = theirs.getByRole('region', { name: t('list.label') });
    await listed.getByRole('button', { name: /prices\.csv/ }).click();
    await expect(go(23)).toHaveCount(0);
    await theirs.getByRole('button', { name: 'Book.pdf', exact: true }).click();
    await expect(other.picture(1)).toBeVisible();
    await expect.poll(() => told.join('\n')).toContain(book);
    expect(told.join('\n')).not.toContain('"place":null');
    await other.goTo('23');
    await expect(go(23)).toBeVisible();
  });

  await test.step('in another source, and no longer once they left', async () => {
    await theirs.goto(`${path}?source=${prices}`);
    await expect(theirs.getByRole('region', { name: 'prices.csv', exact: true })).toContainText('Island');
    await expect(go(23)).toHaveCount(0);
    await page.getByRole('button', { name: t('list.title'), exact: true }).click();
    const row = page
      .getByRole('region', { name: t('list.label') })
      .getByRole('button', { name: /prices\.csv/ });
    await expect(row.getByRole('img', { name: here })).toBeVisible();
    await page.keyboard.press('Escape');
    await theirs.goto('/');
    await expect(page.locator('[data-readers]')).toHaveCount(0);
  });
});
